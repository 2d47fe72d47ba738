import type { ServedRelease } from '../served_release.ts'

/** Context of a tool call. */
export interface ToolCall {
  release: ServedRelease
  /** The clock's date, YYYY-MM-DD. */
  today: string
}

/**
 * Answers a tool call with a JSON object. The arguments are checked and have their defaults. Throws HttpError, as the
 * REST twin does, where there is nothing to show.
 */
export type ToolRun<Arguments> = (args: Arguments, call: ToolCall) => Promise<object>
