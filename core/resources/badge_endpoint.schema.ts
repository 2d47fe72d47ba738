import { z } from 'zod'

const color = z.stringFormat('color', /^#[0-9a-f]{3}$/)

/** Badge in the endpoint format of shields.io, which draws it itself. */
export const badgeEndpoint = z.object({
  schemaVersion: z.literal(1),
  label: z.string(),
  message: z.string(),
  labelColor: color,
  color,
  /** Nobody may give it another colour: the handle is not indexed, or the agent is flagged. */
  isError: z.boolean(),
})

export type BadgeEndpoint = z.infer<typeof badgeEndpoint>
