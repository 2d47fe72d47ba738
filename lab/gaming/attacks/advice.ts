import { ONCE, PRESENT, payers, presence } from '../agents.ts'
import { type Attack, type Rows, times, together, type Variant } from '../attack.ts'
import { cost } from '../prices.ts'
import { card, funding, observedFor, offer, payment, wallet } from '../rows.ts'
import type { Victims } from '../victims.ts'
import { variant } from './variant.ts'
import { A_MONTH } from './waiting.ts'

const BASE = { listing: 1, registration: 1 }
const QUARTER = 250_000

/** The attacks on the limits of what can be paid, and on `proceed`. */
export const adviceAttacks = ({ anchor }: Victims): Attack[] => [
  {
    category: 'service',
    name: 'known customers',
    what: 'Present for a month at a host of one’s own that quotes one’s own wallet, with hidden wallets that each also spend 25 cents with an anchor.',
    rules: ['age', 'cost'],
    variants: [79, 80, 1_000].map((k) => knownCustomers(`k = ${k}`, `known-${k}`, k, anchor, present)),
  },
  {
    category: 'service',
    name: 'observed for a month',
    what: 'The same without a registration: the index itself has seen the host for a month.',
    rules: ['age', 'cost'],
    variants: [100].map((k) => knownCustomers(`k = ${k}`, `observed-${k}`, k, anchor, observed)),
  },
  {
    category: 'service',
    name: 'unquoted wallet',
    what: 'The same at a host that never quotes the wallet, which a feed alone names.',
    rules: ['quoted', 'confirmed'],
    variants: [100].map((k) =>
      knownCustomers(`k = ${k}`, `unquoted-${k}`, k, anchor, (name) =>
        presence(name, { ...PRESENT, daysOld: A_MONTH, isSilent: true }),
      ),
    ),
  },
  {
    category: 'service',
    name: 'one set for many',
    what: 'One set of wallets pays many sellers of the attacker, each present for a month; their limits are added up.',
    rules: ['one_wallet'],
    variants: [
      manySellers('20 sellers, 500 wallets that nobody knows', 'set-unknown', 20, 500, null),
      manySellers('10 sellers, 100 known wallets', 'set-known', 10, 100, anchor),
    ],
  },
  {
    category: 'service',
    name: 'set of last month',
    what: 'Wallets that were funded for another seller before: each costs its payment alone.',
    rules: ['cost'],
    variants: [1_000].map((k) =>
      variant(`k = ${k}`, `set-used-${k}`, { ...BASE, payment: k }, (name) =>
        together(present(name), payers(name, k, ONCE)),
      ),
    ),
  },
  {
    category: 'service',
    name: 'camouflaged circle',
    what: 'Wallets that the seller funds pay it in circles, hidden among 100 known ones, so that their share stays below that of the wash rule, or above it.',
    rules: ['wash'],
    variants: [20, 40].map((k) => camouflaged(k, anchor)),
  },
]

const present = (name: string): Rows => presence(name, { ...PRESENT, daysOld: A_MONTH })

/** A host that sells and has a card, and that the index has had on each of its days for a month. */
function observed(name: string): Rows {
  const host = `${name}.example`
  return together(offer(host, 'api/0', wallet(name)), card(host, 1), observedFor(host, A_MONTH))
}

/** Each wallet's spend with an anchor on the day before. */
const spentWith = (name: string, anchor: string, k: number): Rows =>
  times(k, (index) => payment(wallet(`${name} ${index}`), anchor, 1, QUARTER))

function knownCustomers(
  label: string,
  name: string,
  k: number,
  anchor: string,
  make: (name: string) => Rows,
): Variant {
  const made = variant(label, name, { ...BASE, transfer: k, payment: 2 * k }, (own) =>
    together(make(own), payers(own, k, ONCE), spentWith(own, anchor, k)),
  )
  return { ...made, spent: made.spent + k * 0.25 }
}

function manySellers(label: string, set: string, count: number, k: number, anchor: string | null): Variant {
  const names = Array.from({ length: count }, (_, index) => `${set}-${index}`)
  const known = anchor === null ? 0 : k
  const units = { listing: count, registration: count, transfer: k, payment: count * k + known }
  return {
    label,
    spent: cost(units) + known * 0.25,
    rows: together(
      ...names.map((name) =>
        together(
          present(name),
          times(k, (index) => payment(wallet(`${set} ${index}`), wallet(name), 0)),
        ),
      ),
      anchor === null ? {} : spentWith(set, anchor, k),
    ),
    records: names.map((name) => `x402_bazaar:${name}.example`),
  }
}

function camouflaged(k: number, anchor: string): Variant {
  const known = 100
  const name = `circle-${k}`
  const made = variant(`k = ${k}`, name, { ...BASE, transfer: known + k, payment: 2 * known + k }, (own) =>
    together(
      ...[present(own), payers(own, known, ONCE), spentWith(own, anchor, known)],
      times(k, (index) =>
        together(
          funding(wallet(own), wallet(`${own} circle ${index}`), 2),
          payment(wallet(`${own} circle ${index}`), wallet(own), 1),
        ),
      ),
    ),
  )
  return { ...made, spent: made.spent + known * 0.25 }
}
