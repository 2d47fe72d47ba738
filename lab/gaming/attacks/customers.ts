import { ONCE, payers, presence } from '../agents.ts'
import { type Attack, type Rows, times, together, type Variant } from '../attack.ts'
import { cost } from '../prices.ts'
import { offer, payment, wallet } from '../rows.ts'
import type { Victims } from '../victims.ts'
import { variant } from './variant.ts'

const BASE = { listing: 1, registration: 1 }
const QUARTER = 250_000

/** The attacks that make wallets out of sight look like known customers. */
export const customerAttacks = ({ anchor, listedOperator }: Victims): Attack[] => [
  {
    category: 'service',
    name: 'known wallets',
    what: 'Hidden wallets that each also spend 25 cents with an anchor, as the visible customers of an honest seller do.',
    rules: ['strangers'],
    variants: [10, 40, 100, 1_000].map((k) =>
      spending(`k = ${k}`, `known-wallets-${k}`, k, k * 0.25, (name) => spentWith(name, anchor, k, QUARTER)),
    ),
  },
  {
    category: 'service',
    name: 'dust',
    what: 'The same with one cent for the anchor.',
    rules: ['strangers'],
    variants: [100, 1_000].map((k) =>
      spending(`k = ${k}`, `dusted-${k}`, k, k / 100, (name) => spentWith(name, anchor, k, QUARTER / 25)),
    ),
  },
  {
    category: 'service',
    name: 'camouflage',
    what: 'Hidden wallets that each also pay a cent to an honest seller that is no anchor, so as to look like others.',
    rules: ['strangers'],
    variants: [100].map((k) =>
      spending(`k = ${k}`, `camouflage-${k}`, k, k / 100, (name) =>
        spentWith(name, listedOperator, k, QUARTER / 25),
      ),
    ),
  },
  {
    category: 'service',
    name: 'ring',
    what: 'Twenty wallets that are known pay a second seller of the attacker, and so do hidden ones, 25 cents each, which come back: do they vouch for each other?',
    rules: ['strangers'],
    variants: [100, 400].map((k) =>
      spending(`k = ${k}`, `ring-${k}`, k, 20 * 0.25, (name) =>
        together(
          spentWith(name, anchor, 20, QUARTER),
          offer(`${name}-b.example`, 'api', wallet(`${name} b`)),
          spentWith(name, wallet(`${name} b`), k, QUARTER),
          payers(name, k, ONCE),
        ),
      ),
    ),
  },
  {
    category: 'service',
    name: 'one wallet for many',
    what: 'A hundred known wallets pay ten sellers of the attacker. The table shows the best of them.',
    rules: ['one_wallet'],
    variants: [many(10, 100, anchor)],
  },
]

/** A present seller with `k` payers, and its extra spending, in USD, that does not return. */
function spending(
  label: string,
  name: string,
  k: number,
  lost: number,
  make: (name: string) => Rows,
): Variant {
  const units = { ...BASE, transfer: k, payment: 2 * k }
  const paid = variant(label, name, units, (own) => together(presence(own), payers(own, k, ONCE), make(own)))
  return { ...paid, spent: paid.spent + lost }
}

/** Payments of an attacker's first wallets to another operator. */
const spentWith = (name: string, operator: string, count: number, amount: number): Rows =>
  times(count, (index) => payment(wallet(`${name} ${index}`), operator, 1, amount))

function many(count: number, k: number, anchor: string): Variant {
  const names = Array.from({ length: count }, (_, index) => `many-${index}`)
  const [first = ''] = names
  return {
    label: `${count} sellers, k = ${k}`,
    spent: cost({ listing: count, registration: count, transfer: k, payment: (count + 1) * k }) + k * 0.25,
    rows: together(
      ...names.map((name) =>
        together(
          presence(name),
          times(k, (index) => payment(wallet(`${first} ${index}`), wallet(name), 0)),
        ),
      ),
      spentWith(first, anchor, k, QUARTER),
    ),
    records: names.map((name) => `x402_bazaar:${name}.example`),
  }
}
