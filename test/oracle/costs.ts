import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { accountOn } from './credit.ts'
import { knownShares } from './customers.ts'
import { independentPayers } from './demand.ts'
import type { Readings } from './readings.ts'
import type { World } from './world.ts'

/** The prices of docs/reference/trust.md, in US dollars. */
const SPEND = 0.25
const PAYMENT = 0.001

/** The cost to fake the customers of each agent that were paid at a wallet that its own host quotes. */
export function fakeCosts(
  readings: Readings,
  catalog: Catalog,
  world: World,
  day: string,
): Map<string, number> {
  const isQuoted = quotedWallets(readings, world)
  const readShare = knownShares(readings, catalog, world, day)
  return new Map(
    [...independentPayers(readings, world, day)].map(([handle, payers]) => {
      const costs = payers
        .filter(({ chain, latest }) => isQuoted(handle, chain, latest.to))
        .map(({ chain, payer, latest }) => {
          const seller = accountOn(chain, latest.to)
          const spent = SPEND * readShare(accountOn(chain, payer), seller) + PAYMENT
          return spent / (world.credited.get(seller)?.length ?? 1)
        })
      return [handle, costs.reduce((total, usd) => total + usd, 0)]
    }),
  )
}

/** True if an agent's own host requests payment to a wallet on a chain. */
function quotedWallets({ probes }: Readings, { handleByRecord }: World) {
  const quoted = new Set(
    probes.flatMap(({ host, quotes }) =>
      ['x402_bazaar:', 'a2a_cards:'].flatMap((source) =>
        quotes.map(({ chain, payTo }) => `${handleByRecord.get(`${source}${host}`) ?? ''} ${chain} ${payTo}`),
      ),
    ),
  )
  return (handle: string, chain: string, wallet: string): boolean =>
    quoted.has(`${handle} ${chain} ${wallet}`)
}
