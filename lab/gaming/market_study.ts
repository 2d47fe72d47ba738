import type { Database } from '../../pipeline/model/database.ts'
import { A_WEEK_APART, payers, presence } from './agents.ts'
import { type Attack, type Rows, together } from './attack.ts'
import { variant } from './attacks/variant.ts'
import { attacksOn } from './attacks.ts'
import { type Built, build } from './build.ts'
import { cost } from './prices.ts'
import { offer, payment, wallet } from './rows.ts'
import { type Result, selectRanked, studyUnderRules } from './study.ts'
import { type Copied, copiedCustomers, findMarketVictims, newcomers } from './victims.ts'

/** The results of a market study: its size, the results of attackers, and the cost of its formula to honest sellers. */
export interface MarketFound {
  day: string
  payments: number
  wallets: number
  /** The share of the wallets that pay one seller, in percent. */
  single: number
  clean: Built
  results: Result[]
  /** Spearman's correlation of score and payers over ranked services. */
  correlation: number
  /**
   * A seller with as many payers as the median one, none of whom pays anybody else: its place by payers and by score.
   */
  loyal: { payers: number; byPayers: number; byScore: number | null }
}

/** Lets everybody attack a market at once, under all rules. */
export async function studyMarket(db: Database): Promise<MarketFound> {
  const clean = await build(db, [])
  const services = selectRanked(clean, 'service')
  const counts = services.map((service) => service.payers ?? 0).sort((a, b) => a - b)
  const middle = counts[counts.length >> 1] ?? 0
  const size = await measureMarket(db)
  const attacks = [
    ...attacksOn(await findMarketVictims(db)),
    copying(await copiedCustomers(db, middle)),
    claimingNewcomers(await newcomers(db)),
    loyalSeller(middle),
  ].filter(({ category }) => category === 'service' || category === 'mcp_server')
  const results = await studyUnderRules(db, clean, attacks)
  const [loyal] = results.splice(-1)
  return {
    ...{ ...size, clean, results },
    correlation: spearman(services.map((service) => [service.exact_score, service.payers ?? 0])),
    loyal: {
      payers: middle,
      byPayers: counts.filter((count) => count > middle).length + 1,
      byScore: loyal?.after.rank ?? null,
    },
  }
}

async function measureMarket(
  db: Database,
): Promise<Pick<MarketFound, 'day' | 'payments' | 'wallets' | 'single'>> {
  const [size] = await db.rows<Pick<MarketFound, 'day' | 'payments' | 'wallets' | 'single'>>(`
    with wallets as (
      select payer, count(*) as payments, count(distinct pay_to) as sellers
      from raw_x402_payments where kind = 'payment' group by payer
    )
    select (select day::varchar from run) as day, sum(payments)::double as payments, count(*) as wallets,
      100 * count(*) filter (sellers = 1) / count(*) as single
    from wallets`)
  return size as Pick<MarketFound, 'day' | 'payments' | 'wallets' | 'single'>
}

/** New wallets that spend what the customers of a seller in the middle visibly spend, and pay oneself besides. */
function copying(copied: Copied[]): Attack {
  const wallets = new Set(copied.map(({ payer }) => payer))
  const units = { listing: 1, registration: 1, transfer: wallets.size, payment: copied.length + wallets.size }
  const spends = copied.reduce((sum, { amount }) => sum + amount, 0) / 1_000_000
  const made = variant(`k = ${wallets.size}`, 'copied', units, (name) =>
    together(
      presence(name),
      ...[...wallets].map((payer) => payment(wallet(`${name} ${payer}`), wallet(name), 0)),
      ...copied.map(({ payer, pay_to, amount }) => payment(wallet(`${name} ${payer}`), pay_to, 1, amount)),
    ),
  )
  return {
    ...{ category: 'service', name: 'copied customers', rules: [] },
    what: 'Hidden wallets that spend what all customers of a seller in the middle visibly spent with anybody.',
    variants: [{ ...made, spent: made.spent + spends }],
  }
}

/** A listing for each address on the day after it was first paid: some of them become busy. */
const claimingNewcomers = (found: { pay_to: string; daysAgo: number }[]): Attack => ({
  ...{ category: 'service', name: 'every newcomer', rules: [] },
  what: 'List every address that nobody has listed on the day after it is first paid. The table shows the best.',
  variants: [
    {
      label: `${found.length} addresses`,
      spent: cost({ listing: found.length }),
      rows: together(
        ...found.map(({ pay_to, daysAgo }, index) =>
          offer(`newcomer-${index}.example`, 'api', pay_to, { daysOld: daysAgo - 1 }),
        ),
      ),
      records: found.map((_, index) => `x402_bazaar:newcomer-${index}.example`),
      isOthersWallet: true,
    },
  ],
})

/** No attack: the cost of the rule to a seller whose customers pay nobody else. */
const loyalSeller = (count: number): Attack => ({
  ...{ category: 'service', name: 'loyal customers', what: '', rules: [] },
  variants: [
    variant(
      `k = ${count}`,
      'loyal',
      {},
      (name): Rows => together(presence(name), payers(name, count, A_WEEK_APART)),
    ),
  ],
})

/** The correlation of the ranks of two columns; equal values have the mean of their ranks. */
function spearman(pairs: readonly (readonly [number, number])[]): number {
  const [a, b] = [rankValues(pairs.map(([rank]) => rank)), rankValues(pairs.map(([, rank]) => rank))]
  const mean = (pairs.length - 1) / 2
  const sum = (of: (at: number) => number) => pairs.reduce((total, _, at) => total + of(at), 0)
  const [x, y] = [(at: number) => (a[at] ?? 0) - mean, (at: number) => (b[at] ?? 0) - mean]
  return sum((at) => x(at) * y(at)) / Math.sqrt(sum((at) => x(at) ** 2) * sum((at) => y(at) ** 2))
}

function rankValues(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2)
}
