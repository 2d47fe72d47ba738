import { z } from 'zod'
import { changeFigures } from './changes.schema.ts'

/**
 * Changes of an agent, the newest first: `count` rows of the `total` since the requested day. Changes are stored from
 * `kept_from` on. The name is third-party text.
 */
export const agentChanges = z.object({
  type: z.literal('agent_changes'),
  handle: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  name: z.string(),
  url: z.url(),
  since: z.iso.date().nullable(),
  kept_from: z.iso.date(),
  count: z.int().min(0).max(100),
  total: z.int().min(0).max(100),
  changes: z
    .array(
      z.object({
        kind: z.enum([
          'mover',
          'newly_measured',
          'new',
          'return',
          'promotion',
          'demotion',
          'death',
          'resurrection',
          'departure',
          'tools_changed',
        ]),
        ...changeFigures.shape,
      }),
    )
    .max(100),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type AgentChanges = z.infer<typeof agentChanges>
