import type { Category } from '../../../pipeline/category.ts'
import { type Rows, times, together } from '../attack.ts'
import { cost } from '../prices.ts'
import { CHAIN, funding, listing, payment, server, wallet } from '../rows.ts'
import type { Victims } from '../victims.ts'

/** What somebody does so that an honest agent falls. */
export interface Sinking {
  category: Category
  name: string
  what: string
  spent: number
  rows: Rows
  /** The record of the agent that it is meant for. */
  record: string
}

/** Ways to make others fall. */
export function sinkings({ rivals, repositories }: Victims): Sinking[] {
  const [flooded, framed, dusted, doubted] = rivals as [Rival, Rival, Rival, Rival]
  const [repository] = repositories.slice(-1) as [Victims['repositories'][number]]
  const count = 12 * flooded.payments
  return [
    {
      category: 'service',
      name: 'flood',
      what: `Three wallets make ${count} payments of a millionth of a dollar to it, 12 for each honest one.`,
      spent: cost({ transfer: 3, payment: count }),
      rows: times(count, (index) => payment(wallet(`flooder ${index % 3}`), flooded.operator, index % 7, 1)),
      record: `x402_bazaar:${flooded.host}`,
    },
    {
      category: 'service',
      name: 'frame',
      what: 'A facilitator lists a resource on its host that asks for payment to the attacker, who then pays himself 20 times.',
      spent: cost({ listing: 1, payment: 20 }),
      rows: together(
        listing(framed.host, 'framed', wallet('framer'), CHAIN),
        times(20, (index) => payment(wallet('framer'), wallet('framer'), index % 7)),
      ),
      record: `x402_bazaar:${framed.host}`,
    },
    {
      category: 'service',
      name: 'dust',
      what: 'The same listing; then the attacker’s address sends a cent to each wallet that pays the honest seller.',
      spent: cost({ listing: 1, payment: 1, transfer: dusted.payers.length }),
      rows: together(
        listing(dusted.host, 'dusted', wallet('duster'), CHAIN),
        payment(wallet('duster friend'), wallet('duster'), 1),
        ...dusted.payers.map((payer) => funding(wallet('duster'), payer, 1)),
      ),
      record: `x402_bazaar:${dusted.host}`,
    },
    {
      category: 'service',
      name: 'doubt',
      what: 'The other feed is made to list one of its resources with the attacker’s wallet.',
      spent: cost({ listing: 1 }),
      rows: doubt(doubted),
      record: `x402_bazaar:${doubted.host}`,
    },
    {
      category: 'mcp_server',
      name: 'divide',
      what: 'Ten servers under a domain of the attacker name its repository, whose stars are divided among all that do.',
      spent: cost({ domain: 1 }),
      rows: times(10, (index) => server(`example.divider/tool-${index}`, repository.repository, [])),
      record: `mcp_registry:${repository.server}`,
    },
  ]
}

type Rival = Victims['rivals'][number]

function doubt({ host, resource, feed }: Rival): Rows {
  const { raw_x402_bazaar: rows = [] } = listing(host, 'doubted', wallet('doubter'))
  const other = feed === 'cdp' ? 'payai' : 'cdp'
  return { raw_x402_bazaar: rows.map((row) => ({ ...row, feed: other, resource })) }
}
