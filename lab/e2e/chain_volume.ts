import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chains } from '../../pipeline/catalog/chains.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { startScript } from '../../test/kit/child.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { replayDate, type Upstream, withUpstream } from '../../test/kit/upstream.ts'

const HELP = `Usage: npm run e2e -- chain-volume [--modes plain,stream] [--days N]

Reads the chains of a replay day at their real volume, under each account of the portal and of public nodes: payments and
registrations against the truth of the replay, the newest day of every chain on the first day, peak memory, and on which
day history is whole. Exit code: 0 all held, 1 something did not.

  --modes LIST  of ${'plain, stream, chunk, pruned, stream+pruned, chunk+pruned'} (default: all)
  --days N      days of a mode at most, until its history is whole (default: 3)
`
const MODES = ['plain', 'stream', 'chunk', 'pruned', 'stream+pruned', 'chunk+pruned']
const SOURCES = 'erc8004_identity,erc8004_reputation,x402_payments'
/** As many times faster than real time run the clocks of the replay and of the reader. */
const CLOCK = '20'
const FIRST_DAY = 1
const MAX_MB = 2_500

/** Chains of the replay, by the names in its truth. */
const CHAINS: Record<string, string> = {
  base: 'eip155:8453',
  bnb: 'eip155:56',
  ethereum: 'eip155:1',
  polygon: 'eip155:137',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

interface PaymentTotals {
  payments: number
  uniquePayers: number
  uniquePayTo: number
  volume: string
}

/** Reads days of a mode until history is whole, and prints what of them is as the truth. */
async function readMode(upstream: Upstream, mode: string, folder: string, maxDays: number): Promise<boolean> {
  const fault = ['volume', ...mode.split('+').filter((name) => name !== 'plain')].join('/!')
  let isHeld = true
  for (let day = FIRST_DAY; day < FIRST_DAY + maxDays; day++) {
    await upstream.reset()
    const settings = { UPSTREAM_BASE: upstream.base(day, fault), UPSTREAM_CLOCK: CLOCK }
    const options = ['--date', replayDate(day), '--output', folder, '--sources', SOURCES, '--json', '--quiet']
    const { code, stderr, seconds, peakMb } = await startScript('cli/cli.ts', ['daily', ...options], {
      settings,
    }).ended
    const { wrong, isWhole } = await compareDay(upstream, join(folder, 'history'), day)
    if (code !== 0) wrong.push(stderr.slice(-300))
    if (peakMb > MAX_MB) wrong.push(`${peakMb} MB`)
    const history = isWhole ? 'history is whole' : 'history is not whole yet'
    console.log(
      `${mode}, day ${day - FIRST_DAY + 1}: ${seconds.toFixed(0)} s, ${peakMb} MB; ${history}; ${wrong.length === 0 ? 'all as in truth' : `WRONG: ${wrong.join('; ')}`}`,
    )
    isHeld = isHeld && wrong.length === 0
    if (isWhole) return isHeld
  }
  console.log(`${mode}: WRONG: history is not whole after ${maxDays} days`)
  return false
}

/** Compares what a day has kept with the truth. */
async function compareDay(upstream: Upstream, history: string, day: number) {
  const db = await openDatabase(':memory:')
  try {
    const gaps = await findGaps(db, history, day)
    const isWhole = gaps.length === 0
    const wrong = [
      ...(await comparePayments(upstream, db, history, day)),
      ...(await findUnreadNewest(db, history, day)),
      ...(isWhole ? await compareIds(upstream, db, history, day) : []),
    ]
    return { wrong, isWhole }
  } finally {
    db.close()
  }
}

const readTruth = async <T>(upstream: Upstream, query: string): Promise<Record<string, T>> =>
  (await upstream.ask<{ chains: Record<string, T> }>(`/_truth?${query}`)).chains

const toFiles = (history: string, table: string, name = '*'): string =>
  `read_parquet('${join(history, table)}/${name}.parquet', union_by_name = true)`

async function comparePayments(
  upstream: Upstream,
  db: Database,
  history: string,
  day: number,
): Promise<string[]> {
  const truth = await readTruth<PaymentTotals>(upstream, `day=${day}`)
  const files = toFiles(history, 'observations/x402_payments')
  const rows = await db.rows<PaymentTotals & { name: string }>(`
    with kept as (select distinct on (chain, block_number, log_index) * from ${files} order by chain, block_number, log_index, observed_on desc),
    opened as (select chain, channel, any_value(payer) as payer, any_value(pay_to) as pay_to from kept where kind = 'channel' group by all),
    named as (
      select ${nameChain('kept.chain')} || case when kind = 'claim' then '-batch-claims' when method = 'permit2' then '-permit2' else '' end as name,
        coalesce(kept.payer, opened.payer) as payer, coalesce(kept.pay_to, opened.pay_to) as pay_to, amount
      from kept left join opened on kind = 'claim' and opened.chain = kept.chain and opened.channel = kept.channel
      where kind in ('payment', 'claim') and block_time[:10] = '${replayDate(day)}'
        -- Of other tokens the truth says nothing.
        and (asset is null or lower(asset) in (${listTokens()}))
    )
    select name, count(*)::int as payments, count(distinct payer)::int as "uniquePayers",
      count(distinct pay_to)::int as "uniquePayTo", sum(amount::hugeint)::varchar as volume
    from named group by name`)
  const found = new Map(rows.map(({ name, ...totals }) => [name, totals]))
  return Object.entries(truth).flatMap(([name, wanted]) => {
    const had = found.get(name)
    // A claim's payer opened its channel, on a day before the first that is read.
    const isSame =
      had?.payments === wanted.payments &&
      had.volume === wanted.volume &&
      (name.endsWith('claims') || had.uniquePayers === wanted.uniquePayers)
    return isSame ? [] : [`payments of ${name}: ${JSON.stringify(had ?? null)} for ${JSON.stringify(wanted)}`]
  })
}

const listTokens = (): string =>
  chains.flatMap(({ x402 }) => (x402 ? `'${x402.usdc.toLowerCase()}'` : [])).join(', ')

const nameChain = (column: string): string =>
  `case ${column} ${Object.entries(CHAINS)
    .map(([name, id]) => `when '${id}' then '${name}'`)
    .join(' ')} else ${column} end`

/** Chains of which the last minute of the day was not read. */
async function findUnreadNewest(db: Database, history: string, day: number): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(`
    select source || ' ' || ${nameChain('chain')} as name from ${toFiles(history, 'ingest_blocks', replayDate(day))}
    where chain in (${listChains()}) group by all having max(to_time) < '${replayDate(day)}T23:59'`)
  return rows.map(({ name }) => `newest blocks of ${name}`)
}

const listChains = (): string =>
  Object.values(CHAINS)
    .map((id) => `'${id}'`)
    .join(', ')

const findGaps = (db: Database, history: string, day: number) =>
  db.rows(
    `select source, chain from ${toFiles(history, 'ingest_gaps')} where date = '${replayDate(day)}' and chain in (${listChains()})`,
  )

async function compareIds(upstream: Upstream, db: Database, history: string, day: number): Promise<string[]> {
  const truth = await readTruth<{ registered: number }>(upstream, `day=${day}&mode=ids`)
  const rows = await db.rows<{ name: string; registered: number }>(`
    select ${nameChain('chain')} as name, count(distinct agent_id)::int as registered
    from ${toFiles(history, 'observations/erc8004_identity')} where kind = 'registered' group by all`)
  const found = new Map(rows.map(({ name, registered }) => [name, registered]))
  return Object.entries(truth).flatMap(([name, { registered }]) =>
    found.get(name) === registered ? [] : [`agents of ${name}: ${found.get(name) ?? 0} of ${registered}`],
  )
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { modes: { type: 'string' }, days: { type: 'string' } } })
  const modes = values.modes?.split(',') ?? MODES
  return withUpstream(
    async (upstream) => {
      let isHeld = true
      for (const mode of modes)
        isHeld =
          (await inTemporaryFolder((folder) => readMode(upstream, mode, folder, Number(values.days ?? 3)))) &&
          isHeld
      return isHeld
    },
    ['--clock', CLOCK],
  )
})
