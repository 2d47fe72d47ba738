import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { silentReporter } from '../../cli/progress.ts'
import { recordedUpstreams } from '../../cli/recorded_upstreams.ts'
import { readSettings } from '../../cli/settings.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { withArchiveWorld } from '../../pipeline/archive/world.ts'
import { History } from '../../pipeline/history/history.ts'
import { ingest } from '../../pipeline/ingest/ingest.ts'
import { openConnectionPool } from '../../pipeline/model/connection_pool.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { loadIngestHistory, loadModelInputs } from '../../pipeline/model/load.ts'
import { loadMethodologies } from '../../pipeline/model/methodology_loader.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { BadCommandLine } from '../../scripts/lib/command.ts'
import { storeObservations } from './world.ts'

/**
 * A database with everything that the models read on the last day of an output folder, out of its archive. The folder
 * is only read: its history is copied below `folder`; the caller closes the database and removes the folder.
 */
export async function openMarket(output: string, folder: string): Promise<Database> {
  const archive = new Archive(join(output, 'archive'))
  const day = archive.dates().at(-1)
  if (day === undefined)
    throw new BadCommandLine(`${output} has no archive: name the folder of \`npm run daily\``)
  cpSync(join(output, 'history'), join(folder, 'history'), { recursive: true })
  const history = new History(join(folder, 'history'))
  const [sources, methodologies] = [await loadSources(), await loadMethodologies()]
  const options = withArchiveWorld(archive, {
    ...{ day, output, universe: await recordedUpstreams(output, readSettings({}), day), sources: null },
    ...{ offline: true, refetch: false, acceptShrink: true, baseUrl: 'http://127.0.0.1:8787', env: {} },
    report: silentReporter,
  })
  const db = await openDatabase(':memory:', { spill: folder })
  await loadIngestHistory(db, history, day)
  await ingest({
    db,
    lanes: await openConnectionPool(db, 1),
    loadsHistory: false,
    archive,
    history,
    sources,
    options,
  })
  await loadModelInputs(db, history, sources, methodologies, options)
  await storeObservations(db)
  return db
}

/** Share of wallets that pay one seller only, from published figures of real markets. */
const SINGLE_SHARE = 0.92

/**
 * Splits wallets that pay many sellers into wallets that pay one, until so many of all do. No payment is added or lost.
 */
export async function splitWallets(db: Database): Promise<void> {
  await db.run(`
    create table split as
    with pairs as (
      select payer, count(distinct pay_to) as sellers from raw_x402_payments where kind = 'payment' group by payer
    ),
    counted as (
      select count(*) filter (sellers = 1) as single, sum(sellers) filter (sellers > 1) as pairs,
        count(*) filter (sellers > 1) as many
      from pairs
    )
    select payer from pairs cross join counted
    where sellers > 1 and hash(payer) / 18446744073709551615.0
      >= ${1 - SINGLE_SHARE} * (single + pairs) / (many + ${1 - SINGLE_SHARE} * (pairs - many));
    update raw_x402_payments set payer = '0x' || left(sha256(payer || pay_to), 40)
    where kind = 'payment' and payer in (from split);
    drop table split`)
}
