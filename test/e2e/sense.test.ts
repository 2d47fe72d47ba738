import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeAll } from '../../lab/e2e/sense/judge.ts'
import { amongFirst, isAlive, leads, mayBePaid } from '../../lab/e2e/sense/kinds.ts'
import { formatTable } from '../../lab/e2e/sense/page.ts'
import { STATEMENTS } from '../../lab/e2e/sense/statements.ts'
import { openRelease } from '../../lab/e2e/sense/tables.ts'
import { sampleOutput } from '../sample_output.ts'

test('statements are judged by the tables of a release, and say what breaks them', async () => {
  const output = await sampleOutput()
  const release = readdirSync(join(output, 'releases')).sort().at(-1) ?? ''
  const db = await openRelease(join(output, 'releases', release))
  const [first] = await db.rows<{ record: string; handle: string }>(
    `select record, handle from named where primary_category = 'mcp_server' and rank = 1 order by record limit 1`,
  )
  const { record = '', handle = '' } = first ?? {}
  const judged = await judgeAll(db, [
    isAlive('area', 'Nobody', 'catalog:family/nobody'),
    amongFirst('area', 'The first', 1, [record]),
    amongFirst('area', 'The first', 0, [record]),
    leads('area', 'The first', record, 'Nobody', 'catalog:family/nobody'),
    leads('area', 'Nobody', 'catalog:family/nobody', 'The first', record),
    mayBePaid(1000),
  ])
  expect(judged.map(({ reasons }) => reasons)).toEqual([
    ['unknown'],
    [],
    [`${handle}: rank 1`],
    [],
    ['not ranked and 1'],
    [],
  ])
  expect(formatTable(judged, '2026-01-01')).toContain('| 1 | area | Nobody is alive. | **broken**: unknown |')
  await judgeAll(db, STATEMENTS)
  db.close()
})

test('there are sixty statements, each of them once', () => {
  expect(new Set(STATEMENTS.map(({ text }) => text)).size).toBe(60)
})
