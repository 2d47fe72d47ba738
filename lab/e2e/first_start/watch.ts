import { setTimeout as sleep } from 'node:timers/promises'

/** One observation. */
export interface Observation {
  seconds: number
  /** All that was printed so far. */
  text: string
  /** Status of the address, or null if it does not answer. */
  status: number | null
}

/** All observations, and the answers of the address since its first page. */
export interface WatchResult {
  looks: Observation[]
  /** Seconds, or null when no page came. */
  firstPageAfter: number | null
  asked: number
  /** Calls after the first page that got another status, or none. */
  failed: number
  slowestMs: number
}

/** The targets that are watched. */
export interface WatchTarget {
  url: string
  text(): string
  /** In seconds, in order. */
  looks: number[]
}

const PAUSE_MS = 100
const MAX_ANSWER_MS = 10_000

/** Looks at these times, and asks the address all the while. */
export async function watch({ url, text, looks }: WatchTarget): Promise<WatchResult> {
  const begun = performance.now()
  const elapsed = (): number => (performance.now() - begun) / 1000
  const seen: WatchResult = { looks: [], firstPageAfter: null, asked: 0, failed: 0, slowestMs: 0 }
  while (seen.looks.length < looks.length) {
    const { status, ms } = await timeRequest(url)
    if (seen.firstPageAfter !== null) note(seen, status, ms)
    else if (status === 200) seen.firstPageAfter = elapsed()
    const seconds = looks[seen.looks.length] ?? 0
    if (elapsed() >= seconds) seen.looks.push({ seconds, text: text(), status })
    await sleep(PAUSE_MS)
  }
  return seen
}

function note(seen: WatchResult, status: number | null, ms: number): void {
  seen.asked += 1
  if (status !== 200) seen.failed += 1
  seen.slowestMs = Math.max(seen.slowestMs, ms)
}

async function timeRequest(url: string): Promise<{ status: number | null; ms: number }> {
  const begun = performance.now()
  const status = await fetch(url, { signal: AbortSignal.timeout(MAX_ANSWER_MS) })
    .then(async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    })
    .catch(() => null)
  return { status, ms: performance.now() - begun }
}
