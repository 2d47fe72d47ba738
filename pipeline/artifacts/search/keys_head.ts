import { NUMBERS } from '../../../core/domain/numbers.ts'
import type { KeysHead } from '../../../core/keys/key_files.ts'
import type { Database } from '../../model/database.ts'

interface ReadChain {
  chain: string
  name: string
  observed_days: number
}

/** Reads on which chains payments were read, and of how many days, in words. */
export async function buildKeysHead(db: Database, day: string): Promise<Omit<KeysHead, 'files'>> {
  const chains = await db.rows<ReadChain>(
    `select market.chain, coalesce(named.name, market.chain) as name, market.observed_days::integer as observed_days
     from x402_market as market
     left join raw_chains as named on named.chain = market.chain
     where market.days = ${NUMBERS.market_days} and market.chain <> 'all' and market.observed_days > 0
     order by market.observed_days desc, name, market.chain`,
  )
  const longest = Math.max(0, ...chains.map(({ observed_days }) => observed_days))
  return {
    chains: chains.map(({ chain, name }) => ({ chain, name })),
    unpaid: describeUnpaid(chains, day),
    window: describeWindow(longest, day),
  }
}

const describeWindow = (days: number, day: string): string =>
  days === 1 ? `on ${day}` : `in the ${days} days to ${day}`

/** Each group of chains that were read as long has its own window: no payment may be denied of days that nobody read. */
function describeUnpaid(chains: ReadChain[], day: string): string {
  if (chains.length === 0) return `Not known to be paid: no payments were read to ${day}`
  const groups = [...Map.groupBy(chains, ({ observed_days }) => observed_days)]
  const parts = groups.map(
    ([days, chains]) => `on ${orNames(chains.map(({ name }) => name))} ${describeWindow(days, day)}`,
  )
  return `Not paid ${parts.join(', or ')}`
}

const orNames = (names: string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ')
