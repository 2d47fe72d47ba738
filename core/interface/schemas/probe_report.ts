import { z } from 'zod'

const count = z.int().min(0)
const percent = z.number().min(0).max(100)
const interval = { share_low: percent.nullable(), share_high: percent.nullable() }

/** Outcomes in groups: `other` answers, but not in its protocol; `unmeasured` says something of the prober. */
export const PROBE_GROUPS = [
  'answers',
  'gated',
  'answers_before_payment',
  'other',
  'silent',
  'unmeasured',
] as const

/** A registry, a chain or a protocol, with the addresses that it declares. `known` are those with an observation. */
const part = z.object({
  population: z.string(),
  dimension: z.enum(['all', 'chain', 'feed']),
  value: z.string().describe('Of the dimension; `all` for all of the population.'),
  kind: z.string().describe('Protocol in which they are asked, or `all`.'),
  name: z.string(),
  declared: count,
  known: count.describe('Addresses that an observation stands for, sampled hosts counted back.'),
  unknown: count,
  observed: count.describe('Addresses that were observed themselves.'),
  hosts: count,
  sampled_hosts: count,
  sampled_addresses: count,
  groups: z
    .array(z.object({ group: z.enum(PROBE_GROUPS), addresses: count, share: percent, ...interval }))
    .describe('Shares are of `known`, in percent; an interval (95 %) only where hosts are sampled.'),
  outcomes: z
    .array(
      z.object({ group: z.string(), outcome: z.string(), reason: z.string().nullable(), addresses: count }),
    )
    .describe('Of all of the topic alone; empty for a part of it.'),
})

export const probeStates = z
  .array(z.object({ population: z.string(), kind: z.string(), state: z.string(), addresses: count }))
  .describe('On the last day of probes: `asked`, or why not.')

const control = z.object({
  days: z.int().min(1).describe('1: the last day with a second client.'),
  kind: z.string(),
  said: z.enum(['alive', 'silent', 'unmeasured']).describe('By the prober.'),
  last_on: z.iso.date(),
  asked: count.describe('Addresses that the second client asked too.'),
  alive: count.describe('To the second client.'),
  silent: count,
  unmeasured: count,
})

/** The state of the addresses of one protocol or registry on the last day on which they were asked. */
export const probeReport = z.object({
  type: z.literal('probe_report'),
  topic: z.enum(['mcp', 'erc8004', 'x402']),
  date: z.iso.date(),
  asked_on: z.iso.date().nullable().describe('The last day of probes; null: none was asked yet.'),
  summary: z.string(),
  measured: z.array(z.string()).describe('How it was measured, in sentences.'),
  unasked_day: z.string().nullable().describe('Of a day of which no result was kept: why, in a sentence.'),
  left_out: z.string().nullable().describe('What was left for another day.'),
  vantages: z.array(z.object({ vantage: z.string(), addresses: count })),
  parts: z.array(part),
  states: probeStates,
  versions: z.array(
    z.object({
      population: z.string(),
      kind: z.string(),
      version: z.string().nullable().describe('Null: it did not say.'),
      addresses: count,
      share: percent,
    }),
  ),
  hosts: z.array(
    z.object({
      position: z.int().min(1),
      host: z.string(),
      addresses: count,
      population_share: percent,
      is_sampled: z.boolean(),
      observed: count,
      answers_share: percent.nullable(),
      answers_share_low: percent.nullable(),
      answers_share_high: percent.nullable(),
    }),
  ),
  clusters: z
    .array(
      z.object({
        tools_hash: z.string(),
        tools: count,
        servers: count,
        hosts: count,
        first_host: z.string(),
        server_name: z.string().nullable(),
      }),
    )
    .describe('Servers with the same list of tools.'),
  slowest: z.array(
    z.object({
      kind: z.string(),
      host: z.string(),
      first_byte_ms: count.describe('Median of its answers in 30 days.'),
      answers: count,
      addresses: count,
      position: z.int().min(1),
    }),
  ),
  control: z.array(control),
  disagreements: z
    .array(z.object({ kind: z.string(), outcome: z.string(), control_outcome: z.string(), addresses: count }))
    .describe('Of 30 days.'),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})
