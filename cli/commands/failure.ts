import { BadUsage, OperationalError } from '../../core/domain/errors.ts'
import { clean } from '../../core/domain/text.ts'
import { systemSentence } from './system_errors.ts'

const MAX_LINE = 600
const MAX_LINES = 60
const MAX_CAUSES = 5

/** Returns the reason a command failed as lines for people: the problem, its fix, then the cause. */
export function failureLines(error: unknown): string[] {
  const behind = causes(error).map((cause) => `  because: ${errorMessage(cause)}`)
  return [describe(error), ...behind]
}

/** True if an error means that a command was called in a wrong way. */
export const isBadUsage = (error: unknown): boolean =>
  error instanceof BadUsage || String(errorCode(error)).startsWith('ERR_PARSE_ARGS_')

/** Returns an error's message; an unforeseen error is a bug of ours, and says so. */
function describe(error: unknown): string {
  const sentence = systemSentence(error)
  if (sentence !== null) return safeText(sentence)
  const isForeseen = error instanceof OperationalError || errorCode(error) !== undefined
  return isForeseen
    ? errorMessage(error)
    : `${errorMessage(error)} (a bug in Assay: run it again with DEBUG=assay to see where)`
}

/** The errors behind an error, nearest first. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = []
  let cause = error instanceof Error ? error.cause : undefined
  while (cause !== undefined && cause !== null && found.length < MAX_CAUSES) {
    found.push(cause)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return found
}

/** Some errors of Node have a code and no message. */
const errorMessage = (error: unknown): string =>
  safeText(error instanceof Error ? error.message || String(errorCode(error) ?? error.name) : String(error))

/** Each line is made safe and capped. */
function safeText(text: string): string {
  const lines = text.split('\n').map((line) => clean(line, MAX_LINE))
  const firstLines = lines.slice(0, MAX_LINES)
  if (lines.length > MAX_LINES) firstLines.push(`… and ${lines.length - MAX_LINES} more lines`)
  return firstLines.join('\n  ')
}

const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
