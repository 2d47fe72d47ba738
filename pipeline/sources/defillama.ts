import { z } from 'zod'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'
import type { Observation } from '../source/source.ts'

const PROTOCOLS = 'https://api.llama.fi/protocols'

// A list without protocols is a failure of the upstream, and not the departure of all.
const Protocols = z.array(z.unknown()).min(1)

const amount = z.number().nullable()

/**
 * The protocols of DefiLlama that belong to a token of an AI agent, or to its category of AI agents. One request of
 * about 9 MB for all protocols; only those are stored.
 */
export default defineSource({
  name: 'defillama',
  title: 'Value locked in AI agent protocols, from DefiLlama',
  docs: 'https://api-docs.defillama.com',
  license: 'Public API; DefiLlama terms of service',
  republished: 'figures',
  attribution: 'DefiLlama (https://defillama.com)',
  key: ['slug'],
  counts: { columns: ['tvl'] },
  reads: ['coingecko_ai_agents'],
  budget: 1,
  firstDay: { 'api.llama.fi': 1 },
  probe: { filled: ['name', 'category', 'tvl'] },
  row: z.object({
    slug: z
      .string()
      .max(200)
      .regex(/^\P{C}+$/u),
    name: z.string().max(300).nullable(),
    gecko_id: z.string().max(200).nullable(),
    category: z.string().max(200).nullable(),
    chains: z.array(z.string().max(100)).max(1000),
    url: z.string().max(2000).nullable(),
    tvl: amount,
    change_1d: amount,
    change_7d: amount,
    mcap: amount,
    listed_at: z.iso.datetime().nullable(),
  }),
  async *fetch({ http, known }) {
    const tokens = (await known('coingecko_ai_agents')).filter((row) => !row.gone_since)
    const listed = new Set(tokens.map((row) => row.id))
    const from = await http.json(PROTOCOLS, Protocols)
    for (const item of from.data ?? []) {
      const isToken = listed.has(pick(item, 'gecko_id'))
      if (isToken || pick(item, 'category') === 'AI Agents')
        yield { from, row: toRow(item) } satisfies Observation
    }
    return 'all'
  },
})

function toRow(item: unknown): Record<string, unknown> {
  return {
    slug: pick(item, 'slug'),
    name: pick(item, 'name'),
    gecko_id: pick(item, 'gecko_id'),
    category: pick(item, 'category'),
    chains: pick(item, 'chains') ?? [],
    url: pick(item, 'url'),
    tvl: pick(item, 'tvl'),
    change_1d: pick(item, 'change_1d'),
    change_7d: pick(item, 'change_7d'),
    mcap: pick(item, 'mcap'),
    listed_at: toTime(pick(item, 'listedAt')),
  }
}

/** Unix seconds as ISO 8601; a value outside the range of dates is returned as it is, for the row schema to refuse. */
function toTime(seconds: unknown): unknown {
  const date = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN)
  return Number.isNaN(date.getTime()) ? seconds : date.toISOString()
}
