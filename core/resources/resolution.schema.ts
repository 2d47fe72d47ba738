import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { graveFlags, verdict } from '../interface/schemas/trust_parts.ts'

const kind = z.enum([
  ...(['handle', 'wallet', 'erc8004', 'package', 'repository', 'registry_name', 'account'] as const),
  ...(['record', 'address', 'host'] as const),
])

/** The certainty that a key is an agent's, and the reason. */
const sureness = {
  certainty: z
    .enum(['certain', 'proven', 'claimed'])
    .describe('`claimed`: only its own record or a listing says so.'),
  how: z.enum([
    ...([
      'id',
      'former',
      'curated',
      'host',
      'quote',
      'signature',
      'verified',
      'account',
      'owner',
      'declared',
      'listed',
    ] as const),
    'imitating',
  ]),
  sentence: z.string(),
}

/** The match of a question that names an agent by something other than its handle. */
export const resolvedFrom = z.object({
  key: z.string().describe('As it was sent, capped.'),
  kind: kind.describe('How the key was read; `host`: no record has the address, but its host is known.'),
  ...sureness,
  others: z.array(z.string()).describe('Handles of other agents that have the key less surely.'),
})

/** The same of an item of a list. */
export const resolvedItem = z.object({
  key: z.string(),
  handle: z.string().nullable().describe('Null where several agents have the key as surely.'),
  kind,
  certainty: sureness.certainty,
  others: z.array(z.string()),
})

/** Payments to a wallet in the days that were read. */
export const payments = z.object({
  chains: z.array(z.string()),
  payers: z.int().min(1),
  payments: z.int().min(1),
})

/** The agents that have a key, the surest first; none is chosen among those that have it as surely. */
export const resolution = z.object({
  type: z.literal('resolution'),
  key: z.string(),
  handle: z.string().nullable().describe('The agent that other addresses would answer about.'),
  known: z.boolean().describe('False if no record has the key, and no payment was seen to it.'),
  count: z.int().min(0),
  agents: z.array(
    z.object({
      handle: z.string(),
      name: z.string(),
      url: z.url(),
      primary_category: z.enum(CATEGORIES),
      kind,
      ...sureness,
      verdict,
      risk_flags: graveFlags,
    }),
  ),
  paid: payments.nullable().describe('Null for a key that is no wallet, and for a wallet that was not paid.'),
  sentence: z.string(),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type Resolution = z.infer<typeof resolution>
export type ResolvedFrom = z.infer<typeof resolvedFrom>
export type ResolvedItem = z.infer<typeof resolvedItem>
export type WalletPayments = z.infer<typeof payments>
