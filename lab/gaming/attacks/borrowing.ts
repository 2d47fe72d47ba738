import { agentId, PRESENT, presence } from '../agents.ts'
import { type Attack, type Rows, times, together, type Variant } from '../attack.ts'
import { cost } from '../prices.ts'
import { answeringHost, card, offer, payment, registration, repository, server, wallet } from '../rows.ts'
import type { Victims } from '../victims.ts'
import { DAYS_READ } from '../world.ts'
import { variant } from './variant.ts'

const BASE = { listing: 1, registration: 1 }

/** Attacks on the ranking of services that take credit for other agents' evidence. */
export const borrowingAttacks = (victims: Victims): Attack[] => [
  {
    category: 'service',
    name: 'borrowed operator',
    what: 'List a resource that asks for payment to the address of another listed seller, to be credited with that seller’s payers.',
    rules: ['one_seller'],
    variants: others([
      variant('on the same chain', 'borrowed-listed', { listing: 1 }, (name) =>
        offer(`${name}.example`, 'api', victims.listedOperator),
      ),
      variant('on another chain', 'borrowed-chain', { listing: 1 }, (name) =>
        offer(`${name}.example`, 'api', victims.listedOperator, { chain: 'eip155:137' }),
      ),
    ]),
  },
  {
    category: 'service',
    name: 'unlisted operator',
    what: 'The same with the address of a busy seller that no feed lists.',
    rules: ['asked_in_time'],
    variants: others([
      variant('paid for weeks', 'borrowed-unlisted', { listing: 1 }, (name) =>
        offer(`${name}.example`, 'api', victims.unlistedOperators[0] as string, { daysOld: 1 }),
      ),
      variant('first paid the day before', 'borrowed-young', { listing: 1 }, (name) =>
        together(offer(`${name}.example`, 'api', wallet('young'), { daysOld: 9 }), newcomer('young')),
      ),
      variant('and it is listed a day later', 'borrowed-late', { listing: 1 }, (name) =>
        together(
          offer(`${name}.example`, 'api', wallet('outrun'), { daysOld: 9 }),
          newcomer('outrun'),
          presence('outrun-seller'),
          offer('outrun-seller.example', 'sold', wallet('outrun'), { daysOld: 8 }),
        ),
      ),
    ]),
  },
  {
    category: 'service',
    name: 'shared host',
    what: 'List a page on a host where anybody can create one, to use the payers that other pages there brought.',
    rules: ['shared_hosts'],
    variants: [
      {
        label: 'a page at huggingface.co',
        spent: cost({ listing: 1 }),
        rows: together(offer('huggingface.co', 'shared', wallet('sharer')), newcomer('sharer')),
        records: ['x402_bazaar:huggingface.co'],
      },
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
    what: 'Be present, and list a server under the attacker’s own domain that names a famous repository of somebody else.',
    rules: ['repository_owner'],
    variants: victims.repositories
      .slice(5, 6)
      .map(({ repository, stars }) => borrowedStars(`${stars} stars`, 'borrowed-stars', repository)),
  },
  {
    category: 'service',
    name: 'borrowed stars, owner’s name',
    what: 'The same at `owner.attacker.example`, so that the name of the repository’s owner is part of the domain.',
    rules: ['repository_owner'],
    variants: victims.repositories
      .slice(6, 7)
      .map(({ repository, stars }) =>
        borrowedStars(`${stars} stars`, `${repository.split('/')[0]}.borrowed-label`, repository),
      ),
  },
  {
    category: 'service',
    name: 'borrowed domain',
    what: 'Be present on a host below the domain of somebody who has listed a server with 20,000 stars.',
    rules: ['exact_domain'],
    variants: [
      variant('a page of a cloud', 'page.cloud', BASE, (name) =>
        together(
          presence(name),
          server('example.cloud/tool', 'cloud/tool', []),
          repository('cloud/tool', 20_000, 0),
        ),
      ),
    ],
  },
]

/** Variants whose host asks for payment to a wallet that is not the attacker's. */
const others = (variants: Variant[]): Variant[] =>
  variants.map((made) => ({ ...made, isOthersWallet: true as const }))

/** Forty customers of an address who pay it for nine days from ten days ago on. */
const newcomer = (name: string): Rows =>
  times(40, (index) =>
    together(
      ...[10 - (index % 3), index % 2].map((day) =>
        payment(wallet(`customer ${name} ${index}`), wallet(name), day),
      ),
    ),
  )

/** The sample has no seller without a registration, so an honest one comes with the attack. */
function borrowedHost(operator: string): Variant {
  const [host, id] = ['quiet-seller.example', agentId('borrower')]
  const honest = together(
    ...[
      offer(host, 'api', operator, { daysOld: DAYS_READ }),
      card(host, PRESENT.skills),
      answeringHost(host),
    ],
  )
  return {
    label: 'one registration',
    spent: cost({ registration: 1 }),
    rows: together(honest, registration(id, host, 'Borrower')),
    records: [`erc8004_identity:eip155:8453/${id}`],
  }
}

/** A host and the server that its domain proves. */
const borrowedStars = (label: string, name: string, text: string): Variant =>
  variant(label, name, { ...BASE, domain: 1 }, (host) =>
    together(presence(host), server(`example.${host.split('.').reverse().join('.')}/tool`, text, [])),
  )
