import { type HostHandler, jsonResponse } from './answers.ts'
import { toTime } from './days.ts'
import { type SampleToken, selectTokens } from './tokens.ts'

const MAX_PAGE = 250
const FIRST_RANK = 300

/** The market of tokens: `/api/v3/coins/markets`, those of AI agents only, page by page. */
export const coingeckoHost: HostHandler = ({ seed, day, url: { pathname, searchParams: query } }) => {
  if (pathname !== '/api/v3/coins/markets') return jsonResponse({ error: 'coin not found' }, 404)
  if (query.get('vs_currency') !== 'usd') return jsonResponse({ error: 'Missing parameter vs_currency' }, 422)
  if (query.get('category') !== 'ai-agents') return jsonResponse({ error: 'category not found' }, 404)
  const ranked = selectTokens(seed, day)
    .sort((a, b) => getMarketCap(b, day) - getMarketCap(a, day) || (a.id < b.id ? -1 : 1))
    .map((token, index) => market(token, day, FIRST_RANK + index))
  if (query.get('order') === 'id_asc') ranked.sort((a, b) => (a.id < b.id ? -1 : 1))
  const size = Math.min(MAX_PAGE, Math.max(1, Number(query.get('per_page')) || 100))
  const page = Math.max(1, Number(query.get('page')) || 1)
  return jsonResponse(ranked.slice((page - 1) * size, page * size))
}

/** The protocols of those tokens that have one, and two unrelated ones. */
export const llamaHost: HostHandler = ({ seed, day, url: { pathname } }) => {
  if (pathname !== '/protocols') return jsonResponse({ message: 'Not found' }, 404)
  const own = selectTokens(seed, day).flatMap((token) => {
    const { id, name, locked } = token
    const mcap = Math.floor(getMarketCap(token, day))
    const info = { name, category: 'AI Agents', gecko_id: id, mcap }
    return locked ? [protocol(id, info, locked.slice(0, day + 1))] : []
  })
  const others = ['exchange', 'lender'].map((kind, index) => {
    const info = { name: `Sample ${kind}`, category: 'Sample Category', gecko_id: null, mcap: null }
    return protocol(`sample-${kind}`, info, [7_000_000 + index])
  })
  return jsonResponse([...own, ...others])
}

/** In dollars. */
const getMarketCap = ({ prices, supply }: SampleToken, day: number): number => toDollars(prices[day]) * supply

const toDollars = (millionths = 0): number => millionths / 1_000_000

const round = (number: number): number => Math.round(number * 100_000) / 100_000

function market(token: SampleToken, day: number, rank: number) {
  const { id, symbol, name, supply, prices, volumes } = token
  const [now, before] = [prices[day] ?? 0, prices[Math.max(0, day - 1)] ?? 0]
  const isDead = volumes[day] === 0
  const seen = prices.slice(0, day + 1)
  const lastTraded = volumes.findLastIndex((volume, index) => index <= day && volume > 0)
  return {
    ...{ id, symbol, name, image: `https://pictures.sample.example/${id}.png` },
    current_price: toDollars(now),
    market_cap: Math.round(getMarketCap(token, day)),
    market_cap_rank: rank,
    fully_diluted_valuation: isDead ? null : Math.round(getMarketCap(token, day) * 1.25),
    total_volume: volumes[day],
    high_24h: toDollars(Math.max(now, before)),
    low_24h: toDollars(Math.min(now, before)),
    price_change_24h: isDead ? 0 : round(toDollars(now) - toDollars(before)),
    price_change_percentage_24h: isDead ? 0 : round((now / before - 1) * 100),
    ...{ circulating_supply: supply, total_supply: supply * 1.25, max_supply: null },
    ...{ ath: toDollars(Math.max(...seen)), atl: toDollars(Math.min(...seen)), roi: null },
    last_updated: toTime(lastTraded + 0.995),
  }
}

/** Locked value by day, up to the day of the request. */
function protocol(slug: string, info: { name: string } & Record<string, unknown>, locked: number[]): object {
  const tvl = locked.at(-1) ?? 0
  const change = (days: number): number | null => {
    const before = locked.at(-1 - days)
    return before === undefined ? null : round((tvl / before - 1) * 100)
  }
  return {
    ...{ id: slug, slug, symbol: slug.toUpperCase(), ...info, chain: 'Base', chains: ['Base'] },
    ...{ url: `https://${slug}.example`, description: `Sample: ${info.name} is an invented protocol.` },
    ...{ tvl, chainTvls: { Base: tvl }, change_1h: 0, change_1d: change(1), change_7d: change(7) },
    listedAt: Date.parse(toTime(-60)) / 1000,
  }
}
