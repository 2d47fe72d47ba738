import { daysBefore } from '../../../core/domain/dates.ts'
import { NUMBERS } from '../../../core/domain/numbers.ts'
import { demandDays, demandTop, integerBounds } from '../../../core/interface/parameters.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { demandPath, PRIVATE_PATHS } from '../../../core/release/paths.ts'
import type { X402Day, X402Demand } from '../../../core/resources/x402_demand.schema.ts'
import { x402Demand } from '../../../core/resources/x402_demand.schema.ts'
import {
  type DemandChains,
  type DemandInputs,
  demandView,
  firstOperators,
  type MarketRow,
  type Operator,
} from '../../../core/resources/x402_demand.ts'
import type { Database } from '../../model/database.ts'
import { describeChains, describeFacilitators } from '../chain_words.ts'
import { jsonFile, type Site } from '../site.ts'

const DAYS = integerBounds(demandDays)
const ROWS = integerBounds(demandTop)
const MAX_HANDLES = 20

/** `apart_on` is the only chain of a row across chains, if nothing shows that the operators are the same. */
type OperatorRow = Omit<Operator, 'by_chain'> & { chain: string; apart_on: string | null; days: number }
type Part = Operator['by_chain'][number] & { operator: string; days: number }
type ChainRow = { chain: string; short_names: string[]; is_observed: boolean }

/** The inputs of the leaderboards, by chain and window; `all` means all chains together. */
interface Marts {
  chains: ChainRow[]
  market: Map<string, MarketRow>
  operators: Map<string, OperatorRow[]>
  parts: Map<string, Part[]>
  days: Map<string, X402Day[]>
  anchors: DemandInputs['anchors']
}

/** `/api/x402/demand/v1` without parameters, and the list of each chain and window behind its variants. */
export async function* x402DemandArtifacts(site: Site): AsyncGenerator<Artifact> {
  const { chains, toDemand } = await readDemand(site)
  const observed = chains.filter((chain) => chain.is_observed).map((chain) => chain.chain)
  for (const chain of [null, ...observed])
    for (let days = 1; days <= NUMBERS.market_days; days++) {
      const demand = toDemand(chain, days)
      yield jsonFile('private', demandPath(chain, days), demand)
      if (chain === null && days === DAYS.fallback)
        yield jsonFile('public', 'api/x402/demand/v1', firstOperators(demand, ROWS.fallback))
    }
  yield jsonFile('private', PRIVATE_PATHS.demandChains, chainsFile(chains))
}

/** Reads all demand of a release: its chains, and the list of a chain, or of all (null), in a window of `days` days. */
export async function readDemand({
  chainScope,
  db,
  info,
}: Site): Promise<{ chains: ChainRow[]; toDemand(chain: string | null, days: number): X402Demand }> {
  const marts = await readMarts(db)
  const limits = [...describeChains(chainScope, 'x402'), ...describeFacilitators(chainScope)]
  return {
    chains: marts.chains,
    toDemand: (chain, days) =>
      x402Demand.parse(demandView({ ...selectDemand(marts, chain, days, info.day), limits }, info)),
  }
}

/** Reads the market totals that match `where` (a condition on `x402_market`), by chain and window. */
export const readMarket = (db: Database, where: string): Promise<MarketRow[]> =>
  db.rows(`select
      chain, days, operators, payments, ${VOLUMES}, unique_payers, independent_payers, flagged_operators, flagged_payments,
      unmatched_payments, unmatched_payments_share, unmatched_volume_share, unmatched_payers, observed_days, complete_days, earlier_days, observed_since
    from x402_market where ${where} order by chain, days`)

const chainsFile = (chains: ChainRow[]): DemandChains => ({
  names: Object.fromEntries(chains.flatMap((chain) => chain.short_names.map((name) => [name, chain.chain]))),
  observed: chains.filter((chain) => chain.is_observed).map((chain) => chain.chain),
})

function selectDemand(
  { chains, market, operators, parts, anchors, days: seen }: Marts,
  chain: string | null,
  days: number,
  last: string,
): DemandInputs {
  const first = daysBefore(last, days - 1)
  const wanted = chains.filter(
    (chainRow) => chainRow.is_observed && (chain === null || chainRow.chain === chain),
  )
  return {
    chain,
    days,
    market: market.get(formatKey(chain ?? 'all', days)) ?? null,
    byChain: wanted.flatMap(({ chain: id, short_names }) => {
      const row = market.get(formatKey(id, days))
      return row === undefined ? [] : [{ ...row, short_names }]
    }),
    byDay: (seen.get(chain ?? 'all') ?? []).filter(({ day }) => day >= first),
    anchors: anchors.filter((anchor) => chain === null || anchor.chain === chain),
    operators: (operators.get(formatKey(chain ?? 'all', days)) ?? []).map((row) =>
      withParts(row, parts.get(formatKey(row.operator, days)) ?? []),
    ),
  }
}

function withParts({ chain, apart_on, days: _, ...row }: OperatorRow, parts: Part[]): Operator {
  const only = apart_on ?? (chain === 'all' ? null : chain)
  const own = parts.filter((part) => only === null || part.chain === only)
  return { ...row, by_chain: own.map(({ operator: _operator, days: _days, ...part }) => part) }
}

const formatKey = (of: string, days: number): string => `${of} ${days}`

async function readMarts(db: Database): Promise<Marts> {
  const operators = await db.rows<OperatorRow>(OPERATORS)
  const parts = await db.rows<Part>(PARTS)
  const market = await readMarket(db, 'true')
  return {
    chains: await db.rows<ChainRow>('select * from x402_chains order by chain'),
    anchors: await db.rows('select chain, operator, since::varchar as since from x402_anchors order by all'),
    market: new Map(market.map((row) => [formatKey(row.chain, row.days), row])),
    days: await readDays(db),
    operators: Map.groupBy(operators, (row) => formatKey(row.chain, row.days)),
    parts: Map.groupBy(parts, (row) => formatKey(row.operator, row.days)),
  }
}

async function readDays(db: Database): Promise<Map<string, X402Day[]>> {
  const rows = await db.rows<X402Day & { chain: string }>(`select
      chain, day, is_complete, payments, independent_payments, volume_usd::varchar as volume_usd, unique_payers, independent_payers
    from x402_market_days order by chain, day`)
  const days = rows.map(({ chain, ...day }) => ({ chain, day }))
  return new Map(
    [...Map.groupBy(days, ({ chain }) => chain)].map(([chain, own]) => [chain, own.map(({ day }) => day)]),
  )
}

// Volumes exceed 2^53, so they are text.
const VOLUMES = 'volume_usd::varchar as volume_usd, volume_atomic::varchar as volume_atomic'

const OPERATORS = `select
    chain, apart_on, days, rank_raw, rank_adjusted, operator, unique_payers, unique_payers_adjusted, payments, independent_payments,
    ${VOLUMES}, new_payers, returning_payers, top_payer, top_payer_share, top_payer_volume_share, self_funded_share,
    wash_flags, notices, facilitator_names as facilitators, unknown_relayers,
    strftime(last_paid_at, '%Y-%m-%dT%H:%M:%SZ') as last_paid_at, is_listed as listed_in_bazaar,
    handles[:${MAX_HANDLES}] as handles, len(handles) as handle_count, credited_handle
  from x402_demand where rank_raw <= ${ROWS.max} order by chain, days, rank_raw`

const PARTS = `select operator, days, chain, payments, ${VOLUMES}, unique_payers, unique_payers_adjusted, wash_flags
  from x402_demand
  where chain <> 'all' and operator in (select operator from x402_demand where rank_raw <= ${ROWS.max})
  order by operator, days, chain`
