import { join } from 'node:path'
import { demandPath } from '../../../core/release/paths.ts'
import { currentRelease } from '../../../core/release/release.ts'
import type { X402Chains } from '../../../core/resources/x402_chains.schema.ts'
import type { X402Demand } from '../../../core/resources/x402_demand.schema.ts'
import type { X402Facilitators } from '../../../core/resources/x402_facilitators.schema.ts'
import { chains } from '../../../pipeline/catalog/chains.ts'
import { openDatabase } from '../../../pipeline/model/database.ts'

/** Reads a file of the current release, parsed. */
type ReadRelease = <T>(side: 'public' | 'private', path: string) => T

/** Opens the current release of a folder. */
export async function readRelease(folder: string): Promise<ReadRelease> {
  const release = currentRelease(folder)
  if (release === null) throw new Error(`there is no release in ${folder}`)
  return <T>(side: 'public' | 'private', path: string) =>
    JSON.parse(`${release.file(side, path)?.read() ?? 'null'}`) as T
}

interface Sums {
  payments: number
  volume: string
}

const addUp = (rows: { payments: number; volume_atomic: string }[]): Sums => ({
  payments: rows.reduce((sum, { payments }) => sum + payments, 0),
  volume: String(rows.reduce((sum, { volume_atomic }) => sum + BigInt(volume_atomic), 0n)),
})

/** Compares the rows of each window, and of its days, with the demand's own totals, as the API has them. */
export async function compareWithDemand(read: ReadRelease): Promise<string[]> {
  const facilitators = read<X402Facilitators>('public', 'api/x402/facilitators/v1')
  const byChain = read<X402Chains>('public', 'api/x402/chains/v1')
  return [1, 7, 30].flatMap((days) => {
    const { market, window, by_chain } = read<X402Demand>('private', demandPath(null, days))
    const wanted: Sums = { payments: market.payments ?? 0, volume: market.volume_atomic ?? '0' }
    const rows = facilitators.windows.find((found) => found.window.days === days)?.facilitators ?? []
    const own = byChain.windows.find((found) => found.window.days === days)?.chains ?? []
    const inWindow = <Row extends { day: string }>(row: Row) => row.day >= window.from
    const payers = own.filter(
      ({ chain, unique_payers, independent_payers }) =>
        !by_chain.some(
          (row) =>
            row.chain === chain &&
            row.unique_payers === unique_payers &&
            row.independent_payers === independent_payers,
        ),
    )
    return [
      ...describe(`facilitators of ${days} days`, addUp(rows), wanted),
      ...describe(`their chains of ${days} days`, addUp(rows.flatMap(({ by_chain: part }) => part)), wanted),
      ...describe(`their days of ${days}`, addUp(facilitators.by_day.filter(inWindow)), wanted),
      ...describe(`chains of ${days} days`, addUp(own), wanted),
      ...describe(`their days of ${days}`, addUp(byChain.by_day.filter(inWindow)), wanted),
      ...payers.map(({ chain }) => `payers of ${chain} in ${days} days`),
    ]
  })
}

const describe = (name: string, found: Sums, wanted: Sums): string[] =>
  found.payments === wanted.payments && found.volume === wanted.volume
    ? []
    : [`${name}: ${JSON.stringify(found)} for ${JSON.stringify(wanted)}`]

/** Chains of the replay, by the names in its truth. */
const CHAINS: Record<string, string> = {
  base: 'eip155:8453',
  polygon: 'eip155:137',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

interface Truth {
  chains: Record<string, { payments: number; volume: string }>
}

/**
 * Compares the newest day of each chain with the truth of the replay. A claim on a channel that was opened before the first
 * day that was read has no known parties, and is in no demand: it is taken out of the truth.
 */
export async function compareWithTruth(
  read: ReadRelease,
  { truth, history, date }: { truth: string; history: string; date: string },
): Promise<string[]> {
  const { chains: told } = (await (await fetch(truth)).json()) as Truth
  const unknown = await readUnknownClaims(history, date)
  const { by_day } = read<X402Chains>('public', 'api/x402/chains/v1')
  return Object.entries(CHAINS).flatMap(([name, chain]) => {
    const parts = Object.entries(told).filter(([part]) => part === name || part.startsWith(`${name}-`))
    const all = addUp(parts.map(([, { payments, volume }]) => ({ payments, volume_atomic: volume })))
    const lost = unknown.find((row) => row.chain === chain) ?? { payments: 0, volume: '0' }
    const wanted = {
      payments: all.payments - lost.payments,
      volume: String(BigInt(all.volume) - BigInt(lost.volume)),
    }
    const found = addUp(by_day.filter((row) => row.day === date && row.chain === chain))
    return describe(`truth of ${name}`, found, wanted)
  })
}

/** Reads the claims of a day whose channel nobody saw opened. */
async function readUnknownClaims(history: string, date: string): Promise<(Sums & { chain: string })[]> {
  const db = await openDatabase(':memory:')
  const files = `read_parquet('${join(history, 'observations/x402_payments')}/*.parquet', union_by_name = true)`
  const tokens = chains.flatMap(({ x402 }) => (x402 ? `'${x402.usdc.toLowerCase()}'` : [])).join(', ')
  try {
    return await db.rows(`
      with kept as (select distinct on (chain, block_number, log_index) * from ${files} order by chain, block_number, log_index, observed_on desc)
      select chain, count(*)::int as payments, sum(amount::hugeint)::varchar as volume
      from kept anti join (select chain, channel from kept where kind = 'channel' and lower(asset) in (${tokens})) using (chain, channel)
      where kind = 'claim' and block_time[:10] = '${date}' group by chain`)
  } finally {
    db.close()
  }
}
