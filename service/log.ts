import { type DestinationStream, destination, pino } from 'pino'
import type { ServiceConfig } from './config.ts'

/** A call that keeps state or takes money, or that failed by a fault of ours. */
export interface LoggedCall {
  method: string
  /** The endpoint's id. */
  endpoint: string
  status: number
  ms: number
  /** The id of the release that answered. */
  release: string
  /** The caller's network, see `shortened`. */
  caller: string
}

/** The log of the service: JSON, one line for each entry. */
export interface Log {
  call(call: LoggedCall): void
  /** A fault, with its stack and its causes; secrets and signatures are taken out. */
  fault(error: unknown): void
  /** Something that whoever runs the service should know. */
  note(message: string): void
}

const LONGEST_TEXT = 4_000
// Cut only after it was scrubbed, so that no half of a secret is left at the end.
const LONGEST_SCRUBBED = 40_000
const MOST_CAUSES = 4

const FLUSH_MS = 100
const FLUSH_BYTES = 4_096

/**
 * Logs to standard error, or to `stream`. Faults and notes are out before the call returns; lines of calls are written
 * together, every tenth of a second, since one write for each would take a fifth of the time of a paid read.
 */
export function createLog(
  { level, secrets }: { level: ServiceConfig['logLevel']; secrets: readonly string[] },
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
  return {
    call: (call) => (call.status === 500 ? log.error(call, 'call') : log.info(call, 'call')),
    fault(error) {
      log.error({ errors: chain(error, scrub) }, 'fault')
      stream.flushSync?.()
    },
    note(message) {
      log.warn(scrub(message))
      stream.flushSync?.()
    },
  }
}

const standardError = () =>
  destination({ fd: 2, sync: false, minLength: FLUSH_BYTES, periodicFlush: FLUSH_MS })

/** An error and those behind it, nearest first; of each what is no data of a caller. */
function chain(error: unknown, scrub: (text: string) => string) {
  const found: { name: string; code?: string; message: string; stack?: string }[] = []
  let next = error
  while (next !== undefined && next !== null && found.length < MOST_CAUSES) {
    if (!(next instanceof Error)) return [...found, { name: typeof next, message: scrub(String(next)) }]
    const { code } = next as NodeJS.ErrnoException
    found.push({
      name: next.name,
      ...(code === undefined ? {} : { code: scrub(String(code)) }),
      message: scrub(next.message),
      ...(next.stack === undefined ? {} : { stack: scrub(stackOf(next)) }),
    })
    next = next.cause
  }
  return found
}

// The message stands before the frames, and is told once.
const stackOf = ({ stack = '' }: Error): string => stack.slice(Math.max(0, stack.search(/^ {4}at /m)))

/** Takes out the given secrets, and what looks like a key, a signature, a payment header or a user in an address. */
function scrubber(secrets: readonly string[]): (text: string) => string {
  return (text) =>
    secrets
      .reduce((left, secret) => left.replaceAll(secret, '[secret]'), text.slice(0, LONGEST_SCRUBBED))
      .replaceAll(/\b(assay_[\w-]{1,64})\.[\w-]+/g, '$1.[secret]')
      .replaceAll(/0x[\da-f]{96,}/gi, '[signature]')
      .replaceAll(/[\w+/-]{200,}={0,2}/g, '[data]')
      .replaceAll(/:\/\/[^\s/@]+@/g, '://[secret]@')
      .slice(0, LONGEST_TEXT)
}
