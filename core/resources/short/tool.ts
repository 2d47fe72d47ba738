import type * as z from 'zod/mini'
import type { ToolOutput } from './outputs.ts'

/**
 * One tool of the tool server beside its name, as lists of tools show it. Resources define each as a function, so that the
 * bundle of a host without tools leaves it out.
 */
export interface ToolEntry {
  /** The id of the endpoint that shows the same facts over REST; null where none does. */
  endpoint: string | null
  /** For people. */
  title: string
  /** Content of its answer, when to use it and when not. */
  description: string
  /** Schema of `arguments`: source of the input schema, and of the check. */
  arguments: z.ZodMiniObject
  /**
   * The fields of the short answer, each with its JSON type. None is required: an error is an object of other fields, and
   * widespread clients check it by the same schema.
   */
  output: ToolOutput
  /** The short answer, where it is the resource of its endpoint with less in it; a tool that does more has code of its own. */
  inShort?(whole: never, args: never): object
}
