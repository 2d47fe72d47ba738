import { A_WEEK_APART, agentId, ownServer, PRESENT, payers, presence } from '../agents.ts'
import { type Attack, together, type Variant } from '../attack.ts'
import { cost } from '../prices.ts'
import { updated } from '../rows.ts'
import { variant } from './variant.ts'

/** One day more than makes an agent new. */
export const A_MONTH = 31
const BASE = { listing: 1, registration: 1 }

/** The attacks that wait for a month, to be met with `proceed`. */
export const waitingAttacks = (): Attack[] => [
  {
    category: 'service',
    name: 'new agent',
    what: 'Be present with hidden wallets that pay twice. The verdict is read at once or after a month.',
    rules: ['age', 'cost'],
    variants: [hidden(10, 0), hidden(10, A_MONTH), hidden(1, A_MONTH), hidden(1_000, A_MONTH), unpaid()],
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

function starredServer(stars: number): Variant {
  const name = `new-server-${stars}`
  return {
    label: `${stars.toLocaleString('en-US')} stars`,
    spent: cost({ lasting_star: stars }),
    rows: ownServer(name, stars, 0, [`npm:${name}`], A_MONTH),
    records: [`mcp_registry:io.github.${name}/tool`],
  }
}
