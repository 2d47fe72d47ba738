import { z } from 'zod'

/** The error body of the interface. */
export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  source_urls: z.array(z.string()).optional(),
})

/** Body for an agent that is not indexed; `suggestions` are those with a similar handle or name. */
export const notFoundBody = z.object({
  error: z.string(),
  message: z.string(),
  suggestions: z.array(z.object({ handle: z.string(), name: z.string() })),
  hint: z.string(),
})
