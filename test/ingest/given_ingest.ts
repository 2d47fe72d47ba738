import { onTestFinished } from 'vitest'
import type { Archive } from '../../pipeline/archive/archive.ts'
import { History } from '../../pipeline/history/history.ts'
import { pathThrough } from '../../pipeline/http/second_path.ts'
import { resolveWithoutDns, type Upstreams } from '../../pipeline/http/upstreams.ts'
import { ClockCheck } from '../../pipeline/ingest/clock_check.ts'
import type { IngestContext } from '../../pipeline/ingest/ingest_context.ts'
import type { JobQueue } from '../../pipeline/ingest/jobs/job_queue.ts'
import { openConnectionPool } from '../../pipeline/model/connection_pool.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { loadIngestHistory } from '../../pipeline/model/load.ts'
import type { RunOptions } from '../../pipeline/run/types.ts'
import type { Source } from '../../pipeline/source/source.ts'
import { temporaryArchive } from '../http/harness.ts'

/** Overrides of an ingest; by default one source on one day of an empty world. */
export interface GivenIngest {
  fetch: Upstreams['fetch']
  sources: Source[]
  day?: string
  archive?: Archive
  env?: RunOptions['env']
  queue?: JobQueue
}

const refuse = () => Promise.reject(new Error('nobody is visited'))

/** Fake upstreams behind one fetch, without waits and without visits. */
export const universeBehind = (fetch: Upstreams['fetch']): Upstreams => ({
  ...{ world: 'sample', perSecond: Number.POSITIVE_INFINITY, fetch, resolve: resolveWithoutDns },
  catalog: { families: [], developers: [], facilitators: [], chains: [] },
  ...{ limitsClock: null, sleep: async () => {}, now: () => 0 },
  ...{ reach: refuse, secondPath: pathThrough({ resolve: resolveWithoutDns, reach: refuse }) },
})

/** A started ingest: its database and its archive are removed after the test. */
export async function givenIngest(given: GivenIngest): Promise<IngestContext> {
  const { sources, fetch, day = '2026-01-08', env = {}, queue } = given
  const db = await openDatabase(':memory:')
  onTestFinished(() => db.close())
  const archive = given.archive ?? temporaryArchive()
  const history = new History(archive.root)
  await loadIngestHistory(db, history, day)
  return {
    ...{ db, archive, history, sources, clock: new ClockCheck(), changed: new Set<string>() },
    ...{ lanes: await openConnectionPool(db, 2), loadsHistory: true },
    options: {
      ...{ day, output: archive.root, universe: universeBehind(fetch), sources: null, env },
      ...{ offline: false, refetch: false, acceptShrink: false, baseUrl: 'https://assay.example' },
      report: { step() {}, tick() {}, note() {}, end() {} },
      ...(queue && { queue }),
    },
  }
}
