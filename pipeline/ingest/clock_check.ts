const MAX_OFF_MS = 600_000
const MIN_HOSTS = 2
const MINUTE_MS = 60_000
const LONG_MINUTES = 120

/**
 * Compares this machine's clock with the date headers of the upstreams: a day that is closed under a wrong date cannot
 * be opened again, and all its recorded times are wrong.
 */
export class ClockCheck {
  readonly #ahead = new Map<string, number>()

  /** Stores how far our clock was ahead of a host's at its answer; a cached answer states its age. */
  note(host: string, headers: Headers, now: number): void {
    const sent = Date.parse(headers.get('date') ?? '')
    const age = headers.get('age') ?? ''
    if (Number.isNaN(sent)) return
    this.#ahead.set(host, now - sent - (/^\d{1,9}$/.test(age) ? Number(age) * 1000 : 0))
  }

  /** Returns the problem of our clock, or null. One host alone may be wrong itself; most of them are not. */
  problem(): string | null {
    const ahead = [...this.#ahead.values()].sort((a, b) => a - b)
    const median = ahead[Math.floor(ahead.length / 2)] ?? 0
    const off = ahead.filter((ms) => Math.abs(ms) > MAX_OFF_MS && Math.sign(ms) === Math.sign(median))
    if (off.length < MIN_HOSTS || off.length * 2 <= ahead.length) return null
    const way = median > 0 ? 'ahead' : 'behind'
    return `this machine's clock is ${formatDuration(Math.abs(median))} ${way} of ${off.length} of ${ahead.length} upstreams: set it right and run again (more than ${MAX_OFF_MS / MINUTE_MS} minutes are refused); nothing was kept or published`
  }
}

function formatDuration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  return minutes < LONG_MINUTES ? `${minutes} minutes` : `${Math.round(minutes / 6) / 10} hours`
}
