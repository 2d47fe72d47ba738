import type { Category } from '../../../core/domain/category.ts'
import { A_WEEK_APART, cardHolder, PRESENT, payers, presence } from '../agents.ts'
import { type Rows, times, together } from '../attack.ts'
import { cost } from '../prices.ts'
import { funding, listing, payment, server, wallet } from '../rows.ts'
import type { Victims } from '../victims.ts'
import { DAYS_READ } from '../world.ts'

/** An attempt to lower the rank of an honest agent. */
export interface Sinking {
  category: Category
  name: string
  what: string
  spent: number
  rows: Rows
  /** Rows that exist before, victim included, if the sample has no such victim. */
  given?: Rows
  /** The rules that stand against it. */
  rules: string[]
  /** The record of the agent that it is meant for. */
  record: string
}

/** Ways to make others fall. */
export function sinkings({ rivals, repositories }: Victims): Sinking[] {
  const [flooded, framed, dusted, doubted] = rivals as [Rival, Rival, Rival, Rival]
  const [repository] = repositories.slice(4, 5) as [Victims['repositories'][number]]
  const count = 12 * flooded.payments
  return [
    {
      category: 'service',
      name: 'flood',
      rules: ['least_price'],
      what: `Three wallets make ${count} payments of a millionth of a dollar to the victim, 12 for each honest payment.`,
      spent: cost({ transfer: 3, payment: count }),
      rows: times(count, (index) => payment(wallet(`flooder ${index % 3}`), flooded.operator, index % 7, 1)),
      record: `x402_bazaar:${flooded.host}`,
    },
    {
      category: 'service',
      name: 'frame',
      rules: ['own_answer', 'confirmed', 'own_wash'],
      what: 'A facilitator lists a resource on the victim’s host that asks for payment to the attacker, who then makes 20 payments to himself.',
      spent: cost({ listing: 1, payment: 20 }),
      rows: together(
        listing(framed.host, 'framed', wallet('framer')),
        times(20, (index) => payment(wallet('framer'), wallet('framer'), index % 7)),
      ),
      record: `x402_bazaar:${framed.host}`,
    },
    {
      category: 'service',
      name: 'dust',
      rules: ['own_answer', 'confirmed'],
      what: 'The same listing, after which the attacker’s address sends a cent to each wallet that pays the honest seller.',
      spent: cost({ listing: 1, payment: 1, transfer: dusted.payers.length }),
      rows: together(
        listing(dusted.host, 'dusted', wallet('duster')),
        payment(wallet('duster friend'), wallet('duster'), 1),
        ...dusted.payers.map((payer) => funding(wallet('duster'), payer, 1)),
      ),
      record: `x402_bazaar:${dusted.host}`,
    },
    {
      category: 'service',
      name: 'doubt',
      rules: ['own_wallet'],
      what: 'The attacker gets the other feed to list one of the victim’s resources with the attacker’s wallet.',
      spent: cost({ listing: 1 }),
      rows: contradictHost(doubted),
      record: `x402_bazaar:${doubted.host}`,
    },
    {
      category: 'service',
      name: 'name',
      what: 'A facilitator lists a resource on the victim’s host under the name `<script>`.',
      rules: ['own_name'],
      spent: cost({ listing: 1 }),
      rows: listing(doubted.host, 'named', wallet('namer'), { name: '<script>' }),
      record: `x402_bazaar:${doubted.host}`,
    },
    customers(40),
    {
      category: 'mcp_server',
      name: 'divide',
      rules: ['repository_owner'],
      what: 'Ten servers under the attacker’s domain name the victim’s repository, whose stars are divided among all servers that name it.',
      spent: cost({ domain: 1 }),
      rows: times(10, (index) => server(`example.divider/tool-${index}`, repository.repository, [])),
      record: `mcp_registry:${repository.server}`,
    },
    {
      category: 'mcp_server',
      name: 'divide, owner’s name',
      what: 'The same from `owner.attacker.example`.',
      rules: ['repository_owner'],
      spent: cost({ domain: 1 }),
      rows: times(10, (index) =>
        server(
          `example.divider.${repository.repository.split('/')[0]}/tool-${index}`,
          repository.repository,
          [],
        ),
      ),
      record: `mcp_registry:${repository.server}`,
    },
  ]
}

/** The sellers of the sample all answer 402 themselves, so one that only a feed knows comes with the attack. */
function customers(count: number): Sinking {
  const name = 'silent-seller'
  return {
    category: 'service',
    name: 'customers',
    what: `A facilitator lists ${count} resources on a host that never answered with 402 and stood in the feed when that was first read. Each asks for payment to one of the ${count} customers of that host.`,
    rules: [],
    spent: cost({ listing: count }),
    given: together(
      presence(name, { ...PRESENT, daysOld: DAYS_READ, isSilent: true }),
      payers(name, count, A_WEEK_APART),
    ),
    rows: times(count, (index) => listing(`${name}.example`, `their/${index}`, wallet(`${name} ${index}`))),
    record: cardHolder(name),
  }
}

type Rival = Victims['rivals'][number]

function contradictHost({ host, resource, feed }: Rival): Rows {
  const other = feed === 'cdp' ? 'payai' : 'cdp'
  return listing(host, resource.slice(`https://${host}/`.length), wallet('doubter'), { feed: other })
}
