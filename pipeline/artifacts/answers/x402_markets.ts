import { NUMBERS } from '../../../core/domain/numbers.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { type X402Chains, x402Chains } from '../../../core/resources/x402_chains.schema.ts'
import { totalsView, windowView } from '../../../core/resources/x402_demand.ts'
import { type X402Facilitators, x402Facilitators } from '../../../core/resources/x402_facilitators.schema.ts'
import type { X402Figures } from '../../../core/resources/x402_figures.schema.ts'
import { describeChains, describeFacilitators } from '../chain_words.ts'
import { jsonFile, type Site } from '../site.ts'
import { readMarket } from './x402_demand.ts'

/** The windows of the markets in days. */
const MARKET_WINDOWS = [1, 7, NUMBERS.market_days]

/** `/api/x402/facilitators/v1`. */
export async function* x402FacilitatorArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield jsonFile('public', 'api/x402/facilitators/v1', await readFacilitatorMarket(site))
}

/** `/api/x402/chains/v1`. */
export async function* x402ChainArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield jsonFile('public', 'api/x402/chains/v1', await readChainMarket(site))
}

const FIGURES = `payments, volume_usd::varchar as volume_usd, volume_atomic::varchar as volume_atomic`
const PAYERS = 'unique_payers, independent_payers'

type FacilitatorRow = X402Figures & { chain: string; days: number; facilitator: string | null }

/** Reads who relays payments, by window and by day. */
export async function readFacilitatorMarket(site: Site): Promise<X402Facilitators> {
  const rows = await site.db.rows<FacilitatorRow>(
    `select chain, facilitator, days, ${FIGURES}, sellers, ${PAYERS}
     from x402_facilitators order by days, payments desc, facilitator nulls last, chain`,
  )
  const by_day = await site.db.rows<X402Facilitators['by_day'][number]>(
    `select day, facilitator, chain, ${FIGURES}, sellers, ${PAYERS}
     from x402_facilitator_days where chain <> 'all' order by day, payments desc, facilitator nulls last, chain`,
  )
  const market = await readWholeMarket(site)
  return x402Facilitators.parse({
    type: 'x402_facilitators',
    windows: MARKET_WINDOWS.map((days) => {
      const whole = market(days)
      const own = rows.filter((row) => row.days === days)
      return {
        ...whole,
        facilitators: own
          .filter(({ chain }) => chain === 'all')
          .map(({ chain: _all, days: _days, facilitator, ...figures }) => ({
            ...{ facilitator, ...figures, share: toShare(figures.payments, whole.market.payments) },
            by_chain: own
              .filter((row) => row.chain !== 'all' && row.facilitator === facilitator)
              .map(({ days: _days, facilitator: _name, ...part }) => part),
          })),
      }
    }),
    ...{ by_day, days: NUMBERS.market_days },
    limitations: [...describeLimits(site), UNLISTED],
    last_updated: site.info.last_updated,
  })
}

/** Reads the chains of payments, by window and by day. */
export async function readChainMarket(site: Site): Promise<X402Chains> {
  const market = await readMarket(site.db, `days in (${MARKET_WINDOWS.join(', ')}) and chain <> 'all'`)
  const by_day = await site.db.rows<X402Chains['by_day'][number]>(
    `select day, chain, is_complete, ${FIGURES}, coalesce(sold.sellers, 0) as sellers, ${PAYERS}
     from x402_market_days left join x402_seller_days as sold using (chain, day)
     where chain <> 'all' order by day, chain`,
  )
  const whole = await readWholeMarket(site)
  return x402Chains.parse({
    type: 'x402_chains',
    windows: MARKET_WINDOWS.map((days) => {
      const all = whole(days)
      return {
        ...all,
        chains: market
          .filter((row) => row.days === days && row.payments !== null)
          .toSorted((a, b) => Number(b.payments) - Number(a.payments) || (a.chain < b.chain ? -1 : 1))
          .map((row) => ({
            ...{
              chain: row.chain,
              name: nameChain(site, row.chain),
              window: windowView(row, days, site.day),
            },
            ...{ payments: row.payments, volume_usd: row.volume_usd, volume_atomic: row.volume_atomic },
            ...{ sellers: row.operators, unique_payers: row.unique_payers },
            independent_payers: row.independent_payers,
            share: toShare(row.payments, all.market.payments),
          })),
      }
    }),
    ...{ by_day, days: NUMBERS.market_days },
    limitations: describeLimits(site),
    last_updated: site.info.last_updated,
  })
}

/** Reads the totals of all chains; returns those of a window. */
async function readWholeMarket(site: Site) {
  const rows = await readMarket(site.db, `days in (${MARKET_WINDOWS.join(', ')}) and chain = 'all'`)
  return (days: number) => {
    const row = rows.find((found) => found.days === days) ?? null
    return { window: windowView(row, days, site.day), market: totalsView(row) }
  }
}

/** The name of a chain as people read it. */
export const nameChain = ({ chainScope }: Pick<Site, 'chainScope'>, chain: string): string =>
  chainScope.chains.find((known) => known.chain === chain)?.name ?? chain

const toShare = (part: number | null, all: number | null): number =>
  all === null || all === 0 ? 0 : Math.round(((part ?? 0) / all) * 1e6) / 1e6

const describeLimits = ({ info, chainScope }: Site): string[] => [
  ...info.limitations,
  ...describeChains(chainScope, 'x402'),
  ...describeFacilitators(chainScope),
  'Payments and volumes add up to those of /api/x402/demand/v1 with the same days. Sellers do not, since one may use several, and payers are never added up across chains.',
]

const UNLISTED =
  'Payments without a facilitator were relayed by addresses that the list of facilitators does not have, such as sellers themselves. On Solana only payments through listed ones are found.'
