import { NUMBERS } from '../../core/domain/numbers.ts'
import type { Database } from '../model/database.ts'
import type { PaymentDays } from '../run/types.ts'

/** Returns the whole days of payments that are read of each chain, of those in the longest window, the fewest first. */
export const readPaymentDays = (db: Database): Promise<PaymentDays[]> =>
  db.rows<PaymentDays>(`
    with seen as (
      select chain, count(*) filter (is_complete and seen.day > run.day - ${NUMBERS.market_days})::integer as days
      from int_x402_days__completeness as seen
      cross join run
      where chain <> 'all' and seen.day <= run.day
      group by chain
    ),
    today as (
      select chain, sum(date_diff('second', from_time::timestamptz, to_time::timestamptz)) / 86400 as days
      from ingest_blocks
      join run on run.day = ingest_blocks.date
      where source = 'x402_payments'
      group by chain
    )
    select chains.name, seen.days, coalesce(round(today.days, 2), 0)::double as days_today, coverage.reason
    from seen
    join raw_chains as chains using (chain)
    left join today using (chain)
    left join coverage
      on coverage.source = 'x402_payments' and coverage.chain = seen.chain and coverage.kind = 'blocks'
    order by seen.days, chains.name`)

/** Returns how many days of payments figures rest on, as a limitation; none where the window is whole. */
export function describePaymentDays(chains: readonly PaymentDays[]): string[] {
  const [fewest] = chains
  if (fewest === undefined || fewest.days >= NUMBERS.market_days) return []
  const read = `Of the last ${NUMBERS.market_days} days payments are read in full for ${listChainDays(chains)}`
  return chains.every(({ days }) => days < NUMBERS.min_customer_days)
    ? [
        `${read}: until ${NUMBERS.min_customer_days} days of a chain are read customers on it are not counted, and no service has a rank.`,
      ]
    : [
        `${read}. Customers, ranks and limits of services rest on these days alone${chains.some(({ reason }) => reason !== null) ? '; those before them are read by later runs' : ''}.`,
      ]
}

/** Lists the days of each chain, e.g. `4 (Solana) and 12 (Base, Polygon)`. */
export function listChainDays(chains: readonly PaymentDays[]): string {
  const groups = [...Map.groupBy(chains, ({ days }) => days)].sort(([a], [b]) => a - b)
  const words = groups.map(([days, same]) => `${days} (${same.map(({ name }) => name).join(', ')})`)
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
