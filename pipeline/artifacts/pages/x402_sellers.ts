import { Drawing } from '../../../core/pages/drawing.ts'
import { agentPath } from '../../../core/pages/parts.ts'
import type { X402Demand } from '../../../core/resources/x402_demand.schema.ts'
import { shownName } from '../agents/display_text.ts'
import type { Site } from '../site.ts'
import { formatUsd } from './demand_figures.ts'
import { washWords } from './wash_words.ts'
import type { SellerView } from './x402_view.ts'

type Operator = X402Demand['operators'][number]

/** Returns the names of the agents that sellers are credited to, by handle. */
export async function readSellerNames(
  { db }: Pick<Site, 'db'>,
  operators: readonly Operator[],
): Promise<Map<string, string>> {
  const handles = new Set(operators.flatMap(({ credited_handle }) => credited_handle ?? []))
  if (handles.size === 0) return new Map()
  const rows = await db.rows<{ handle: string; name: string }>(
    `select handle, name from agents where handle in (${[...handles].map(quoted).join(', ')}) order by handle`,
  )
  return new Map(rows.map((row) => [row.handle, shownName(row)]))
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Returns sellers as rows of the list; their bars have one scale. */
export function toSellers(
  operators: readonly Operator[],
  names: ReadonlyMap<string, string>,
  nameChain: (chain: string) => string,
): SellerView[] {
  const most = Math.max(1, ...operators.map(({ unique_payers }) => unique_payers))
  return operators.map((row) => ({
    ...{ place: row.rank_adjusted, address: row.operator, short: shortAddress(row.operator) },
    agent:
      row.credited_handle === null
        ? null
        : {
            href: agentPath(row.credited_handle),
            text: names.get(row.credited_handle) ?? row.credited_handle,
          },
    chains: row.by_chain.map(({ chain }) => nameChain(chain)).join(', '),
    payers: row.unique_payers_adjusted,
    removed: row.unique_payers - row.unique_payers_adjusted || null,
    bar: payersBar(row, most),
    ...{ payments: row.payments, volume: formatUsd(row.volume_usd) },
    flags: row.wash_flags.map(toWord),
    notices: row.notices.map(toWord),
  }))
}

const toWord = (name: string) => ({ name: name.replaceAll('_', ' '), meaning: washWords(name) })

/** The ends of an address, which tell it from others of a list. */
const shortAddress = (address: string): string =>
  address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`

/** Payers that the wash rule leaves as a bar, on a thin one of all; its column has the figure. */
function payersBar({ unique_payers, unique_payers_adjusted }: Operator, most: number): Drawing {
  const width = (payers: number): number => Math.round((1000 * payers) / most) / 10
  const all =
    unique_payers === unique_payers_adjusted
      ? ''
      : `<rect class="is-second" y="3" width="${width(unique_payers)}" height="2"/>`
  return new Drawing(
    `<svg class="payers-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${all}<rect class="is-first" width="${width(unique_payers_adjusted)}" height="8"/></svg>`,
  )
}
