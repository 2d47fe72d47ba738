import { A_WEEK_APART, agentId, ONCE, ownServer, PRESENT, payers, presence } from '../agents.ts'
import { type Attack, type Rows, times, together, type Variant } from '../attack.ts'
import { cost } from '../prices.ts'
import { answeringHost, card, offer, PRICE, payment, updated, wallet } from '../rows.ts'
import { variant } from './variant.ts'

/** One day more than makes an agent new. */
const A_MONTH = 31
const BASE = { listing: 1, registration: 1 }
/** The domain of an organisation of the sample's catalogue, where the study lets it sell. */
const CATALOGUED = 'sample-labs-01.example'
const A_DOLLAR = 1_000_000

/** The attacks that wait for a month, to be met with `proceed`. */
export const waitingAttacks = (): Attack[] => [
  {
    category: 'service',
    name: 'new agent',
    what: 'Be present with hidden wallets that pay twice. The verdict is read at once or after a month.',
    rules: ['age', 'vouched'],
    variants: [hidden(10, 0), hidden(10, A_MONTH), hidden(1, A_MONTH), hidden(1_000, A_MONTH), unpaid()],
  },
  {
    category: 'service',
    name: 'known customers',
    what: 'The same after a month, with wallets that each also spend a dollar with a seller in the catalogue.',
    rules: ['vouched'],
    variants: [10, 99, 100].map(knownCustomers),
  },
  {
    category: 'mcp_server',
    name: 'new server',
    what: 'An empty repository, first published a month ago, with a push and a release today, and bought stars that last.',
    rules: ['vouched'],
    variants: [0, 1_999, 2_000].map(starredServer),
  },
]

const hidden = (k: number, daysOld: number): Variant =>
  variant(
    `k = ${k}, registered ${daysOld} days ago`,
    `new-${k}-${daysOld}`,
    { ...BASE, transfer: k, payment: 2 * k },
    (name) => together(presence(name, { ...PRESENT, daysOld }), payers(name, k, A_WEEK_APART)),
  )

/** A change of the registration is an act, so this one needs no payment to be active. */
const unpaid = (): Variant =>
  variant(
    `no customer, changed today, registered ${A_MONTH} days ago`,
    'new-unpaid',
    { listing: 20, registration: 2 },
    (name) =>
      together(
        presence(name, { ...PRESENT, resources: 20, daysOld: A_MONTH }),
        updated(agentId(name), `${name}.example`, name),
      ),
  )

function knownCustomers(k: number): Variant {
  const units = { ...BASE, transfer: k, payment: 2 * k }
  const bought = variant(`k = ${k}`, `known-${k}`, units, (name) =>
    together(
      presence(name, { ...PRESENT, daysOld: A_MONTH }),
      payers(name, k, ONCE),
      cataloguedSeller(),
      times(k, (index) => payment(wallet(`${name} ${index}`), wallet(CATALOGUED), 1, A_DOLLAR)),
    ),
  )
  return { ...bought, spent: bought.spent + k }
}

const cataloguedSeller = (): Rows =>
  together(
    ...[offer(CATALOGUED, 'api/0', wallet(CATALOGUED)), card(CATALOGUED, 1), answeringHost(CATALOGUED)],
    payment(wallet('a customer of it'), wallet(CATALOGUED), 10, PRICE),
  )

function starredServer(stars: number): Variant {
  const name = `new-server-${stars}`
  return {
    label: `${stars.toLocaleString('en-US')} stars`,
    spent: cost({ lasting_star: stars }),
    rows: ownServer(name, stars, 0, [`npm:${name}`], A_MONTH),
    records: [`mcp_registry:io.github.${name}/tool`],
  }
}
