import type { ServedRelease } from '../served_release.ts'

/** What a tool works with beside its arguments. */
export interface ToolCall {
  release: ServedRelease
  /** The date by the clock, YYYY-MM-DD. */
  today: string
}

/**
 * Answers a tool call with an object that goes out as JSON. The arguments are checked and have their defaults. Throws
 * HttpError, as the REST twin does, where there is nothing to show.
 */
export type ToolRun<Arguments> = (args: Arguments, call: ToolCall) => Promise<object>
