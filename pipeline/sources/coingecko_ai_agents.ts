import { z } from 'zod'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import { thousands } from '../../core/pages/numbers.ts'
import type { Http } from '../http/http.ts'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'
import { nullIfUpstreamFails } from '../source/schedule.ts'
import type { Observation } from '../source/source.ts'

const MARKETS = 'https://api.coingecko.com/api/v3/coins/markets'
const PER_PAGE = 250
const MAX_PAGES = 20

const Page = z.array(z.unknown())

const amount = z.number().nullable()

/**
 * The tokens that CoinGecko lists among AI agents, with their markets in USD: all each day, 250 to a request. With a
 * key of its demo plan (COINGECKO_API_KEY) 100 requests a minute are ours; without one about five are shared by all of
 * an address.
 */
export default defineSource({
  name: 'coingecko_ai_agents',
  title: 'AI agent tokens on CoinGecko, with price, market cap and volume',
  docs: 'https://docs.coingecko.com/reference/coins-markets',
  license: 'Public API; CoinGecko terms of service',
  republished: 'results',
  attribution: 'Price data by CoinGecko (https://www.coingecko.com)',
  key: ['id'],
  counts: { columns: ['market_cap', 'total_volume'] },
  budget: MAX_PAGES,
  firstDay: { 'api.coingecko.com': 2 },
  minutes: 6,
  probe: { filled: ['symbol', 'name', 'current_price', 'market_cap', 'total_volume', 'last_updated'] },
  row: z.object({
    id: z
      .string()
      .max(200)
      .regex(/^[!-~]+$/),
    symbol: z.string().max(100).nullable(),
    name: z.string().max(300).nullable(),
    current_price: amount,
    market_cap: amount,
    market_cap_rank: z.int().min(0).nullable(),
    fully_diluted_valuation: amount,
    total_volume: amount,
    price_change_percentage_24h: amount,
    circulating_supply: amount,
    last_updated: z.iso.datetime({ offset: true }).nullable(),
  }),
  async *fetch({ http, env }) {
    const { tokens, isWhole } = await readPages(http, env.COINGECKO_API_KEY)
    // A category without tokens is a failure of the upstream, and not the departure of every token.
    if (tokens.size === 0) throw new UpstreamChanged(pageUrl(1), 'it lists no tokens')
    yield* tokens.values()
    return isWhole ? 'all' : { left_out: `what follows ${thousands(tokens.size)} tokens` }
  },
})

/** Reads the tokens by id, up to the last page or the first without an answer. */
async function readPages(http: Http, key: string | undefined) {
  const headers: Record<string, string> = key === undefined ? {} : { 'x-cg-demo-api-key': key }
  const tokens = new Map<unknown, Observation>()
  for (let page = 1; ; page++) {
    const url = pageUrl(page)
    if (page > MAX_PAGES) throw new UpstreamChanged(url, 'its pages never end')
    const request = http.json(url, Page, { headers })
    const from = await (page === 1 ? request : nullIfUpstreamFails(request))
    if (from === null) return { tokens, isWhole: false }
    const items = from.data ?? []
    for (const item of items) addToken(tokens, item, from)
    if (items.length < PER_PAGE) return { tokens, isWhole: true }
  }
}

/** Adds or updates a token by id: ids are in lower case, and other capitals are the same token. */
function addToken(tokens: Map<unknown, Observation>, item: unknown, from: Observation['from']): void {
  const written = pick(item, 'id')
  const id = typeof written === 'string' ? written.toLowerCase() : written
  const key = typeof id === 'string' ? id : Symbol()
  // A token that moves between two pages is listed twice: the later reading counts, but not if it is misspelt.
  if (id === written || !tokens.has(key)) tokens.set(key, { from, row: { ...toRow(item), id } })
}

const pageUrl = (page: number) =>
  `${MARKETS}?vs_currency=usd&category=ai-agents&order=id_asc&per_page=${PER_PAGE}&page=${page}`

function toRow(item: unknown): Record<string, unknown> {
  return {
    id: pick(item, 'id'),
    symbol: pick(item, 'symbol'),
    name: pick(item, 'name'),
    current_price: pick(item, 'current_price'),
    market_cap: pick(item, 'market_cap'),
    market_cap_rank: pick(item, 'market_cap_rank'),
    fully_diluted_valuation: pick(item, 'fully_diluted_valuation'),
    total_volume: pick(item, 'total_volume'),
    price_change_percentage_24h: pick(item, 'price_change_percentage_24h'),
    circulating_supply: pick(item, 'circulating_supply'),
    last_updated: pick(item, 'last_updated'),
  }
}
