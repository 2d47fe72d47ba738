import { A_WEEK_APART, agentId, IN_A_ROW, ONCE, PRESENT, type Presence, payers, presence } from '../agents.ts'
import { type Attack, type Rows, times, together, type Variant } from '../attack.ts'
import { cost } from '../prices.ts'
import {
  answeringHost,
  card,
  feedback,
  funding,
  offer,
  PRICE,
  payment,
  proof,
  registration,
  wallet,
} from '../rows.ts'
import type { Victims } from '../victims.ts'
import { adviceAttacks } from './advice.ts'
import { borrowingAttacks } from './borrowing.ts'
import { customerAttacks } from './customers.ts'
import { variant } from './variant.ts'
import { waitingAttacks } from './waiting.ts'

const WALLETS = [1, 3, 10, 100, 1_000]
const BASE = { listing: 1, registration: 1 }
/** Present, with a wallet that only a feed names. */
const SILENT: Presence = { ...PRESENT, isSilent: true }
const HIDDEN = (k: number, days: number) => ({ ...BASE, transfer: k, payment: days * k })

/** The attacks on the ranking of services that one rule each stands against. */
export const serviceAttacks = (victims: Victims): Attack[] => [
  {
    category: 'service',
    name: 'presence',
    what: 'Be present: a listing, an agent card, an endpoint, and a registration that the host confirms. Nobody uses it.',
    rules: [],
    variants: [
      variant('a listing alone', 'presence-0', { listing: 1 }, (name) =>
        offer(`${name}.example`, 'api', wallet(name)),
      ),
      variant('all of it', 'presence-1', BASE, (name) => presence(name)),
      variant('20 listings', 'presence-20', { ...BASE, listing: 20 }, (name) =>
        presence(name, { ...PRESENT, resources: 20 }),
      ),
      {
        ...variant('registered a year ago', 'presence-old', BASE, (name) =>
          presence(name, { ...PRESENT, daysOld: 365 }),
        ),
        isPrepared: true,
      },
    ],
  },
  {
    category: 'service',
    name: 'self',
    what: 'Pay yourself from one wallet, the one that receives the payments and that your own host names in its answer 402.',
    rules: ['wash', 'strangers'],
    variants: [10, 100].map((count) =>
      variant(`${count} payments`, `self-${count}`, { ...BASE, payment: count }, (name) =>
        selfPaid(name, count, PRESENT),
      ),
    ),
  },
  {
    category: 'service',
    name: 'funded',
    what: 'Pay yourself from k wallets that the receiving address funded, twice with a week in between.',
    rules: ['wash', 'strangers'],
    variants: WALLETS.slice(0, 4).map((k) => funded(`k = ${k}`, `funded-${k}`, k, PRESENT)),
  },
  {
    category: 'service',
    name: 'named by a feed alone',
    what: 'Both of these with a host that never answers 402, so that only a feed names the wallet.',
    rules: ['wash', 'strangers', 'confirmed'],
    variants: [
      variant('self, 100 payments', 'feed-self', { ...BASE, payment: 100 }, (name) =>
        selfPaid(name, 100, SILENT),
      ),
      ...[1, 100].map((k) => funded(`funded, k = ${k}`, `feed-funded-${k}`, k, SILENT)),
    ],
  },
  {
    category: 'service',
    name: 'relayed',
    what: 'As *funded*, but the money goes through a third address that also makes and receives payments, so that the index sees it.',
    rules: ['wash', 'strangers'],
    variants: WALLETS.slice(0, 4).map((k) =>
      variant(`k = ${k}`, `relayed-${k}`, { ...BASE, transfer: k + 1, payment: 2 * k + 2 }, (name) =>
        together(
          ...[presence(name), payers(name, k, A_WEEK_APART), fundings(name, wallet(`${name} middle`), k)],
          funding(wallet(name), wallet(`${name} middle`), 5, 10_000 * k),
          payment(wallet(`${name} middle`), wallet(name), 5),
          payment(wallet(name), wallet(`${name} middle`), 5),
        ),
      ),
    ),
  },
  {
    category: 'service',
    name: 'hidden',
    what: 'The same, but the money comes from an exchange or from an address that takes part in no payment, so nothing ties the wallets to the seller.',
    rules: ['strangers'],
    variants: WALLETS.flatMap((k) => [hidden(k, 'once', ONCE), hidden(k, 'a week apart', A_WEEK_APART)]),
  },
  {
    category: 'service',
    name: 'hidden, in a hurry',
    what: 'The same, on three days in a row.',
    rules: ['week_apart'],
    variants: WALLETS.slice(0, 4).map((k) => hidden(k, 'in a row', IN_A_ROW)),
  },
  {
    category: 'service',
    name: 'hidden, below the price',
    what: 'The same a week apart, with a thousandth of the listed price.',
    rules: ['least_price'],
    variants: WALLETS.slice(0, 4).map((k) =>
      hidden(k, 'a millionth of a dollar', A_WEEK_APART, PRICE / 1_000),
    ),
  },
  ...customerAttacks(victims),
  ...borrowingAttacks(victims),
  ...waitingAttacks(),
  ...adviceAttacks(victims),
  {
    category: 'service',
    name: 'clones',
    what: 'Register one file k times. The one host that it names confirms all registrations or none. The table shows the best.',
    rules: ['host_proof'],
    variants: [10, 100].flatMap((k) => [clones(k, false), clones(k, true)]),
  },
  {
    category: 'service',
    name: 'clones with hosts',
    what: 'The same with a separate host name for each clone, and each host name confirms its clone.',
    rules: [],
    variants: [clonesWithHosts(10)],
  },
  {
    category: 'service',
    name: 'feedback',
    what: 'Give feedback from new wallets, to one agent or to six of the same owner.',
    rules: ['rings'],
    variants: [
      ...[10, 100].map((count) =>
        variant(`${count} clients, one agent`, `feedback-${count}`, { ...BASE, feedback: count }, (name) =>
          together(
            presence(name),
            times(count, (index) => feedback(agentId(name), `${name} ${index}`)),
          ),
        ),
      ),
      variant(
        '100 clients, six agents',
        'feedback-six',
        { ...BASE, registration: 6, feedback: 600 },
        (name) =>
          together(
            presence(name),
            times(5, (index) =>
              registration(
                agentId(`${name} ${index}`),
                `${name}-${index}.example`,
                `${name} ${index}`,
                0,
                name,
              ),
            ),
            times(100, (client) =>
              together(
                feedback(agentId(name), `${name} ${client}`),
                times(5, (index) => feedback(agentId(`${name} ${index}`), `${name} ${client}`)),
              ),
            ),
          ),
      ),
    ],
  },
]

const selfPaid = (name: string, count: number, present: Presence): Rows =>
  together(
    presence(name, present),
    times(count, (index) => payment(wallet(name), wallet(name), index % 8)),
  )

const fundings = (name: string, from: string, count: number) =>
  times(count, (index) => funding(from, wallet(`${name} ${index}`), 5))

/** Wallets that the receiving address gave their money. */
const funded = (label: string, name: string, k: number, present: Presence): Variant =>
  variant(label, name, { ...BASE, transfer: k, payment: 2 * k }, (own) =>
    together(presence(own, present), payers(own, k, A_WEEK_APART), fundings(own, wallet(own), k)),
  )

/** Wallets that nothing ties to the seller. */
function hidden(k: number, when: string, days: number[], amount = PRICE): Variant {
  const units = HIDDEN(k, days.length)
  return variant(`k = ${k}, ${when}`, `hidden-${k}-${days.length}-${amount}`, units, (name) =>
    together(presence(name), payers(name, k, days, k, amount)),
  )
}

function clones(k: number, isNamed: boolean): Variant {
  const name = `clones-${k}-${isNamed ? 'named' : 'bare'}`
  const host = `${name}.example`
  const ids = Array.from({ length: k }, (_, index) => agentId(`${name} ${index}`))
  const site = together(answeringHost(host), card(host, PRESENT.skills), proof(host, ids))
  return {
    label: `k = ${k}${isNamed ? ', named back' : ''}`,
    spent: cost({ registration: k }),
    rows: together(...ids.map((id) => registration(id, host, `Clone of ${k}`, 0, name)), isNamed ? site : {}),
    records: ids.map((id) => `erc8004_identity:eip155:8453/${id}`),
  }
}

function clonesWithHosts(k: number): Variant {
  const names = Array.from({ length: k }, (_, index) => `clone-${index}.clones`)
  return {
    label: `k = ${k}`,
    spent: cost({ registration: k }),
    rows: together(
      ...names.map((name) => {
        const host = `${name}.example`
        const site = together(answeringHost(host), card(host, PRESENT.skills), proof(host, [agentId(name)]))
        return together(site, registration(agentId(name), host, 'Clone with a host', 0, 'clones'))
      }),
    ),
    records: names.map((name) => `erc8004_identity:eip155:8453/${agentId(name)}`),
  }
}
