import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { daysBefore } from '../../core/domain/dates.ts'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { History } from '../../pipeline/history/history.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { loadIngestHistory, loadModelInputs } from '../../pipeline/model/load.ts'
import type { RunOptions } from '../../pipeline/run/types.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../../sample/sample.ts'

const DAY = SAMPLE_DAYS[20] as string
const BEFORE = daysBefore(DAY, 1)

/** The liveness of two agents that a run loads from the history of the day before. */
async function loadLiveness(rule: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-load-'))
  const db = await openDatabase(':memory:')
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })
  const history = new History(join(folder, 'history'))
  await history.write(
    db,
    'snapshots',
    BEFORE,
    `select date '${BEFORE}' as day, handle, 'service' as category, is_alive, ${rule}
     from (values ('alder', true), ('birch', false)) as t(handle, is_alive)`,
  )
  await loadIngestHistory(db, history, DAY)
  const options = { day: DAY, acceptShrink: false, universe: createSampleUpstreams(DAY), corrections: [] }
  await loadModelInputs(db, history, [], [], options as Partial<RunOptions> as RunOptions)
  const states = (table: string) => db.rows<object>(`select handle, is_alive from ${table} order by handle`)
  return { last: await states('previous_snapshots'), ever: await states('past_liveness') }
}

const known = [
  { handle: 'alder', is_alive: true },
  { handle: 'birch', is_alive: false },
]
const unknown = known.map(({ handle }) => ({ handle, is_alive: null }))

test.each([
  ['the rule of today', `${NUMBERS.liveness_rule} as liveness_rule`, known],
  ['another rule', `${NUMBERS.liveness_rule - 1} as liveness_rule`, unknown],
  ['a rule that was not kept yet', '0 as rank', unknown],
])('who was alive by %s', async (_, rule, expected) => {
  expect(await loadLiveness(rule)).toEqual({ last: expected, ever: expected })
})
