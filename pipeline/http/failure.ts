import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'

const RETRIED = new Set([408, 425, 429])
/** Statuses whose Retry-After is honoured; 529 is a portal's for overload. */
const WITH_RETRY_AFTER = new Set([403, 429, 503, 529])
const MAX_WAIT_MS = 60_000

/** The end of the message of a request that is not sent because its source has sent as many as it may on a day. */
export const REQUESTS_SPENT = 'requests a day is spent'

/** A failure that may pass on another attempt, with the error to throw when no attempt is left. */
export class TransientError extends Error {
  readonly Final: typeof UpstreamDown | typeof UpstreamChanged
  /** Wait requested by the upstream, in milliseconds. */
  readonly waitMs: number

  constructor(
    message: string,
    {
      Final = UpstreamDown,
      waitMs = 0,
      cause,
    }: Partial<Pick<TransientError, 'Final' | 'waitMs' | 'cause'>> = {},
  ) {
    super(message, { cause })
    this.Final = Final
    this.waitMs = waitMs
  }
}

/** Returns the error of a status that is not an answer. `now` is used when the response has no date. */
export function toStatusError(url: string, status: number, headers: Headers, now: number): Error {
  const retryAfter = headers.get('retry-after')
  // GitHub answers 403 for a limit: with Retry-After when it is short, with nothing left for up to an hour.
  if (RETRIED.has(status) || status >= 500 || (status === 403 && retryAfter !== null)) {
    const waitMs = WITH_RETRY_AFTER.has(status) ? parseWait(retryAfter, headers, now) : 0
    return new TransientError(`status ${status}`, { waitMs })
  }
  if (status === 403 && headers.get('x-ratelimit-remaining') === '0') {
    return new UpstreamDown(url, 'status 403, and no requests are left: set a token, or run again later')
  }
  return new UpstreamChanged(url, `status ${status}, which is no answer to this source`)
}

/** Returns the reason of a failed connection: undici hides it in the cause. */
export function toConnectionError(error: unknown): TransientError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = code || (cause instanceof Error ? cause.message : String(cause))
  return new TransientError(`connection failed (${reason})`, { cause: error })
}

function parseWait(retryAfter: string | null, headers: Headers, now: number): number {
  if (retryAfter === null) return 0
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Number.NaN
  // The sender's own clock, where it is known: ours may be at another day.
  const sent = Date.parse(headers.get('date') ?? '')
  const until = Date.parse(retryAfter) - (Number.isNaN(sent) ? now : sent)
  const wait = Number.isNaN(seconds) ? until : seconds
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), MAX_WAIT_MS)
}
