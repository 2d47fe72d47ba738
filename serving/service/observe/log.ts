import { type DestinationStream, destination, pino } from 'pino'
import type { ServiceConfig } from '../config.ts'
import { LineBudget } from './line_budget.ts'

/** A call to an endpoint with state or payments, or one that failed by an internal error. */
interface LoggedCall {
  method: string
  /** The endpoint's id. */
  endpoint: string
  status: number
  ms: number
  /** The id of the release that answered. */
  release: string
  /** The caller's network, shortened by `client_address.ts`. */
  caller: string
}

/** The log of the service: JSON, one line for each entry. */
export interface Log {
  call(call: LoggedCall): void
  /** Logs a fault, with its stack and its causes; secrets and signatures are removed. */
  fault(error: unknown): void
  /** Logs a message for the operator; each kind has its own limit of lines. */
  note(message: string, kind?: string): void
  /** Returns the number of lines dropped so far, as a minute had too many of their kind. */
  omittedLines?(): number
}

/** Maximum lines of calls in a minute, and of faults of one kind. */
export const MAX_CALL_LINES = 6_000
export const MAX_FAULT_LINES = 30

export const MAX_TEXT = 4_000
// Cut only after scrubbing, so that no half of a secret is left at the end.
const MAX_SCRUBBED = 40_000
export const MAX_CAUSES = 4

const FLUSH_MS = 100
const FLUSH_BYTES = 4_096

/**
 * Logs to standard error, or to `stream`. Faults and notes are out before the call returns; lines of calls are written
 * together, every tenth of a second, since a write for each would take a fifth of the time of a paid read.
 */
export function createLog(
  {
    level,
    secrets,
    now = Date.now,
  }: { level: ServiceConfig['logLevel']; secrets: readonly string[]; now?: () => number },
  stream: DestinationStream & { flushSync?: () => void } = standardError(),
): Log {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  )
  const scrub = scrubber(secrets)
  const budget = new LineBudget(now)
  const isWritten = (kind: string, max: number): boolean => {
    const taken = budget.take(kind, max)
    if (taken.isLast) log.warn({ kind }, 'more lines of this kind are left out until the minute is over')
    return taken.isWritten
  }
  return {
    omittedLines: () => budget.omitted,
    call(call) {
      const isFault = call.status === 500
      if (!isWritten(isFault ? 'call 500' : 'call', isFault ? MAX_FAULT_LINES : MAX_CALL_LINES)) return
      if (isFault) log.error(call, 'call')
      else log.info(call, 'call')
    },
    fault(error) {
      if (!isWritten(`fault ${faultKind(error)}`, MAX_FAULT_LINES)) return
      log.error({ errors: formatCauses(error, scrub) }, 'fault')
      stream.flushSync?.()
    },
    note(message, kind = 'note') {
      if (!isWritten(kind, MAX_FAULT_LINES)) return
      log.warn(scrub(message))
      stream.flushSync?.()
    },
  }
}

/** Returns the same kind for errors that differ in their data alone. */
function faultKind(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as NodeJS.ErrnoException
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? ''
  return code === undefined ? `${error.name}${place}` : `${error.name} ${String(code).slice(0, 40)}`
}

const standardError = () =>
  destination({ fd: 2, sync: false, minLength: FLUSH_BYTES, periodicFlush: FLUSH_MS })

/** Returns an error and its causes, nearest first; of each the fields without a caller's data. */
function formatCauses(error: unknown, scrub: (text: string) => string) {
  const found: { name: string; code?: string; message: string; stack?: string }[] = []
  let next = error
  while (next !== undefined && next !== null && found.length < MAX_CAUSES) {
    if (!(next instanceof Error)) return [...found, { name: typeof next, message: scrub(String(next)) }]
    const { code } = next as NodeJS.ErrnoException
    found.push({
      name: next.name,
      ...(code === undefined ? {} : { code: scrub(String(code)) }),
      message: scrub(next.message),
      ...(next.stack === undefined ? {} : { stack: scrub(formatStack(next)) }),
    })
    next = next.cause
  }
  return found
}

// The stack repeats the message before its frames: it is logged once.
const formatStack = ({ stack = '' }: Error): string => stack.slice(Math.max(0, stack.search(/^ {4}at /m)))

/** Returns a function that removes the given secrets, and what looks like a key, signature, payment header or user. */
function scrubber(secrets: readonly string[]): (text: string) => string {
  return (text) =>
    secrets
      .reduce((left, secret) => left.replaceAll(secret, '[secret]'), text.slice(0, MAX_SCRUBBED))
      .replaceAll(/\b(assay_[\w-]{1,64})\.[\w-]+/g, '$1.[secret]')
      .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[token]')
      .replaceAll(/0x[\da-f]{96,}/gi, '[signature]')
      .replaceAll(/[\w+/-]{200,}={0,2}/g, '[data]')
      .replaceAll(/:\/\/[^\s/@]+@/g, '://[secret]@')
      .slice(0, MAX_TEXT)
}
