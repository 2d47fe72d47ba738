import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, literal } from '../../../pipeline/model/database.ts'
import { createMacros } from '../../../pipeline/model/rules.ts'
import { createTable } from '../../../pipeline/model/tables.ts'
import { BadCommandLine } from '../../../scripts/lib/command.ts'
import type { TrueAddress } from '../probes/truth.ts'
import { toReplayDate } from './replay_days.ts'

const MIN_RIGHT = 0.95
const DAYS = 7
const MAX_SHOWN = 5

/** A day of the replay, the folder with its release, and the server that knows the truth. */
export interface TruthRun {
  output: string
  server: string
  day: number
}

interface Judged {
  handle: string
  kinds: string
  liveness: string
  life_sign: string | null
  is_alive: boolean
}

/** Compares the liveness of agents with an address that was asked with the truth; true if it is right often enough. */
export async function isLivenessTrue(db: Database, run: TruthRun): Promise<boolean> {
  await createMacros(db)
  await loadTruth(db, run)
  const release = findRelease(run)
  const judged = await db.rows<Judged>(`
    with asked as (
      select endpoints.handle, endpoints.kind, truth.is_alive, truth.is_unmeasured
      from read_parquet(${literal(join(release, 'public/data/latest/endpoints.parquet'))}) as endpoints
      join truth on truth.address = probe_address(endpoints.url)
      where endpoints.outcome <> 'not_probed'
    )
    select
      asked.handle,
      if(bool_and(asked.kind = 'web'), 'pages alone', 'endpoints') as kinds,
      agents.liveness,
      agents.life_sign,
      bool_or(asked.is_alive) as is_alive
    from asked
    join read_parquet(${literal(join(run.output, 'history/data/agents', `${toReplayDate(run.day)}.parquet`))}) as agents using (handle)
    where agents.departed_on is null
    group by asked.handle, agents.liveness, agents.life_sign
    having not bool_or(asked.is_unmeasured)
    order by asked.handle`)
  const groups = [...Map.groupBy(judged, ({ kinds }) => kinds), ['all', judged] as const]
  return groups.map(([name, rows]) => printRight(name, rows)).every((isRight) => isRight)
}

function printRight(name: string, rows: readonly Judged[]): boolean {
  const called = rows.filter(({ liveness }) => liveness === 'alive')
  // Who was paid of late is alive, whatever its addresses do.
  const answering = called.filter(({ life_sign }) => life_sign === 'address_answered')
  const alive = rows.filter(({ is_alive }) => is_alive)
  const wrong = answering.filter(({ is_alive }) => !is_alive)
  const missed = alive.filter(({ liveness }) => liveness !== 'alive')
  const precision = answering.length === 0 ? 1 : 1 - wrong.length / answering.length
  const recall = alive.length === 0 ? 1 : 1 - missed.length / alive.length
  console.log(
    `${name}: ${rows.length} agents, ${alive.length} in truth alive, ${called.length} called so; precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`,
  )
  const show = (title: string, few: readonly Judged[]) => {
    for (const { handle, liveness } of few.slice(0, MAX_SHOWN))
      console.log(`  ${title}: ${handle} (${liveness})`)
  }
  show('not alive in truth', wrong)
  show('alive in truth', missed)
  return precision >= MIN_RIGHT && recall >= MIN_RIGHT
}

function findRelease({ output, day }: TruthRun): string {
  const date = toReplayDate(day)
  const name = readdirSync(join(output, 'releases')).find((folder) => folder.startsWith(date))
  if (name === undefined) throw new BadCommandLine(`${output} has no release of ${date}`)
  return join(output, 'releases', name)
}

/** Loads what every address did in truth on the last seven days. */
async function loadTruth(db: Database, { server, day }: TruthRun): Promise<void> {
  const seen = new Map<string, { address: string; is_alive: boolean; is_unmeasured: boolean }>()
  for (let on = Math.max(0, day - DAYS + 1); on <= day; on += 1)
    for (const address of await fetchTruth(server, on)) {
      const before = seen.get(address.url)
      seen.set(address.url, {
        address: address.url,
        is_alive: (before?.is_alive ?? false) || isAlive(address),
        is_unmeasured: (before?.is_unmeasured ?? false) || address.could_not_measure === true,
      })
    }
  await createTable(
    db,
    'true_addresses',
    { address: 'VARCHAR', is_alive: 'BOOLEAN', is_unmeasured: 'BOOLEAN' },
    [...seen.values()],
  )
  await db.run(`create table truth as
    select probe_address(address) as address, bool_or(is_alive) as is_alive, bool_or(is_unmeasured) as is_unmeasured
    from true_addresses group by all`)
}

/** True if the address shows a sign of life to a patient client; a card alone is none. */
const isAlive = ({
  kind,
  class: name,
  answers,
  answers_before_payment,
  speaks,
  rpc,
}: TrueAddress): boolean =>
  kind === 'a2a' && name === 'live'
    ? speaks === true || rpc === 'auth'
    : answers || name.startsWith('auth-') || answers_before_payment !== undefined

async function fetchTruth(server: string, day: number): Promise<TrueAddress[]> {
  const text = await (await fetch(`${server}/_truth/addresses?day=${day}`)).text()
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TrueAddress)
}
