import { agentId, PRESENT, payers, presence, seller } from '../agents.ts'
import { type Attack, times, together, type Variant } from '../attack.ts'
import { cost } from '../prices.ts'
import {
  answering,
  card,
  feedback,
  funding,
  listing,
  payment,
  proof,
  registration,
  server,
  wallet,
} from '../rows.ts'
import type { Victims } from '../victims.ts'

const WALLETS = [1, 3, 10, 100, 1_000]
const BASE = { listing: 1, registration: 1 }

/** The attacks on the ranking of services that one rule each stands against. */
export const serviceAttacks = (victims: Victims): Attack[] => [
  {
    category: 'service',
    name: 'presence',
    what: 'Be there: a listing, a card, an endpoint, a registration that the host names. Nobody uses it.',
    rules: [],
    variants: [
      variant('a listing alone', 'presence-0', { listing: 1 }, (name) =>
        listing(`${name}.example`, 'api', wallet(name)),
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
    what: 'Pay oneself from one wallet, the one that is paid.',
    rules: ['wash'],
    variants: [10, 100].map((count) =>
      variant(`${count} payments`, `self-${count}`, { ...BASE, payment: count }, (name) =>
        together(
          presence(name),
          times(count, (index) => payment(wallet(name), wallet(name), index % 3)),
        ),
      ),
    ),
  },
  {
    category: 'service',
    name: 'funded',
    what: 'Pay oneself from k wallets that the paid address gave the money to, on three days.',
    rules: ['wash'],
    variants: WALLETS.slice(0, 4).map((k) =>
      variant(`k = ${k}`, `funded-${k}`, { ...BASE, transfer: k, payment: 3 * k }, (name) =>
        together(presence(name), payers(name, k, 3), fundings(name, wallet(name), k)),
      ),
    ),
  },
  {
    category: 'service',
    name: 'relayed',
    what: 'The same, but the money goes through a third address that pays and is paid too, so that the index sees it.',
    rules: ['wash'],
    variants: WALLETS.slice(0, 4).map((k) =>
      variant(`k = ${k}`, `relayed-${k}`, { ...BASE, transfer: k + 1, payment: 3 * k + 2 }, (name) =>
        together(
          ...[presence(name), payers(name, k, 3), fundings(name, wallet(`${name} middle`), k)],
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
    what: 'The same, but the money comes from an exchange or an address that is in no payment: nothing ties the wallets to the seller.',
    rules: ['wash'],
    variants: WALLETS.flatMap((k) =>
      [1, 3].map((days) =>
        variant(
          `k = ${k}, ${days} day(s)`,
          `hidden-${k}-${days}`,
          { ...BASE, transfer: k, payment: days * k },
          (name) => together(presence(name), payers(name, k, days)),
        ),
      ),
    ),
  },
  {
    category: 'service',
    name: 'borrowed operator',
    what: 'List a resource that asks for payment to somebody else’s address, to be credited with its payers.',
    rules: ['one_seller'],
    variants: [
      variant('of a listed seller', 'borrowed-listed', { listing: 1 }, (name) =>
        listing(`${name}.example`, 'api', victims.listedOperator),
      ),
      variant('of a listed seller, on another chain', 'borrowed-chain', { listing: 1 }, (name) =>
        listing(`${name}.example`, 'api', victims.listedOperator, 'eip155:137'),
      ),
      variant('of one that no feed lists', 'borrowed-unlisted', { listing: 1 }, (name) =>
        listing(`${name}.example`, 'api', victims.unlistedOperators[0] as string),
      ),
    ],
  },
  {
    category: 'service',
    name: 'borrowed host',
    what: 'Register an agent whose file names the host of a seller that has no registration.',
    rules: ['host_proof'],
    variants: [borrowedHost(victims.unlistedOperators[1] as string)],
  },
  {
    category: 'service',
    name: 'borrowed stars',
    what: 'Be there, and list a server under a domain of one’s own that names a famous repository of somebody else.',
    rules: [],
    variants: victims.repositories
      .slice(3, 4)
      .map(({ repository, stars }) =>
        variant(`${stars} stars`, 'borrowed-stars', { ...BASE, domain: 1 }, (name) =>
          together(presence(name), server(`example.${name}/tool`, repository, [])),
        ),
      ),
  },
  {
    category: 'service',
    name: 'clones',
    what: 'Register one file k times, and let the one host that it names name all of them back or not. The best is shown.',
    rules: [],
    variants: [10, 100].flatMap((k) => [clones(k, false), clones(k, true)]),
  },
  {
    category: 'service',
    name: 'feedback',
    what: 'Let fresh wallets give feedback, to one agent or to six of the same owner.',
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

function variant(
  label: string,
  name: string,
  units: Parameters<typeof cost>[0],
  make: (name: string) => Variant['rows'],
): Variant {
  return { label, spent: cost(units), rows: make(name), records: [seller(name)] }
}

const fundings = (name: string, from: string, count: number) =>
  times(count, (index) => funding(from, wallet(`${name} ${index}`), 5))

/** The sample has no seller without a registration, so an honest one comes with the attack. */
function borrowedHost(operator: string): Variant {
  const [host, id] = ['quiet-seller.example', agentId('borrower')]
  const honest = together(listing(host, 'api', operator), card(host, PRESENT.skills), answering(host))
  return {
    label: 'one registration',
    spent: cost({ registration: 1 }),
    rows: together(honest, registration(id, host, 'Borrower')),
    records: [`erc8004_identity:eip155:8453/${id}`],
  }
}

function clones(k: number, isNamed: boolean): Variant {
  const name = `clones-${k}-${isNamed ? 'named' : 'bare'}`
  const host = `${name}.example`
  const ids = Array.from({ length: k }, (_, index) => agentId(`${name} ${index}`))
  const site = together(answering(host), card(host, PRESENT.skills), proof(host, ids))
  return {
    label: `k = ${k}${isNamed ? ', named back' : ''}`,
    spent: cost({ registration: k }),
    rows: together(...ids.map((id) => registration(id, host, `Clone of ${k}`, 0, name)), isNamed ? site : {}),
    records: ids.map((id) => `erc8004_identity:eip155:8453/${id}`),
  }
}
