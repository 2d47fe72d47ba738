import { join } from 'node:path'
import { expect, test } from 'vitest'
import { currentRelease } from '../core/release/release.ts'
import { openDatabase } from '../pipeline/model/database.ts'
import { commands } from './pages.ts'
import { sampleOutput } from './sample_output.ts'

/** The address of `npm start`, as the pages write it. */
const SHOWN = 'http://127.0.0.1:8787'

test('every question of the tutorial for researchers has an answer', async () => {
  const output = await sampleOutput()
  const questions = commands('docs/use/tutorials/researcher.md').flatMap(
    (line) => /^duckdb -c "(.*)"$/.exec(line)?.[1] ?? [],
  )
  expect(questions.length).toBeGreaterThan(3)
  const files = join(output, 'releases', currentRelease(output)?.id ?? '', 'public')
  const db = await openDatabase(':memory:')
  try {
    for (const sql of questions) {
      const here = sql.replaceAll(SHOWN, files).replaceAll("'data/", `'${files}/data/`)
      expect((await db.rows(here)).length, sql).toBeGreaterThan(0)
    }
  } finally {
    db.close()
  }
}, 300_000)
