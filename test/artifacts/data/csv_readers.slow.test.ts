import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDataTable } from '../../../pipeline/artifacts/data/build.ts'
import {
  booleanColumn,
  decimalColumn,
  integerColumn,
  textColumn,
  timeColumn,
} from '../../../pipeline/artifacts/data/column.ts'
import { rowsAsText } from '../../../pipeline/artifacts/data/rows_as_text.ts'
import { defineTable } from '../../../pipeline/artifacts/data/table.ts'
import { type Database, literal, openDatabase } from '../../../pipeline/model/database.ts'
import { pythonWith } from '../../kit/python.ts'

/** More rows than readers sample to detect a file's dialect: the hard rows come after them. */
const ROWS = 66_000
const PLAIN_ROWS = 65_000
const HOSTILE = [
  'explorers, and marketplaces',
  'say "yes", "no"',
  '"',
  '""',
  'ends in a quote"',
  "it's; a\ttab | and a bar",
  '=1+1, "x"',
  'Grüße 日本語 🤖',
  'null',
  'a\\"b',
]

const AGENTS = defineTable({
  ...{ name: 'readers', about: 'One row per number.', key: ['position'], kept: 'newest', parquet: 'v1' },
  sql: `select i as position, i::varchar as handle,
      case when i < ${PLAIN_ROWS} then 'Agent ' || i else ([${HOSTILE.map(literal).join(', ')}])[1 + i % ${HOSTILE.length}] end as name,
      if(i < ${PLAIN_ROWS}, null, i) as rank, if(i < ${PLAIN_ROWS}, 50, 50.25)::decimal(6, 2) as score,
      i % 2 = 0 as is_verified, timestamp '2026-01-01 00:00:00' + to_seconds(i) as last_updated
    from range(${ROWS}) as numbers (i)`,
  columns: {
    position: integerColumn('Number', { required: true }),
    handle: textColumn('Handle'),
    name: textColumn('Name'),
    rank: integerColumn('Rank'),
    score: decimalColumn(6, 2, 'Score'),
    is_verified: booleanColumn('Flag'),
    last_updated: timeColumn('Moment'),
  },
})
/** The names of the last rows as a spreadsheet may open them. */
const NAMES = HOSTILE.map((name) => (name.startsWith('=') ? `'${name}` : name))

const folder = mkdtempSync(join(tmpdir(), 'assay-csv-'))
const file = join(folder, 'agents.csv')
let db: Database
beforeAll(async () => {
  db = await openDatabase(':memory:')
  await buildDataTable(db, AGENTS)
  const [csv] = await rowsAsText(db, AGENTS, ROWS, ['csv'])
  writeFileSync(file, csv)
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

test('DuckDB reads a CSV file as it guesses it, whatever comes behind the lines that it looks at', async () => {
  const rows = await db.rows<{ position: number; name: string; score: number; rank: unknown }>(
    `select position, name, score::double as score, rank from read_csv(${literal(file)}) order by position`,
  )
  expect(rows).toHaveLength(ROWS)
  expect(rows.slice(-HOSTILE.length).map(({ name }) => name)).toEqual(NAMES)
  expect([rows[0]?.name, rows[0]?.rank, rows[0]?.score, rows.at(-1)?.score]).toEqual([
    'Agent 0',
    null,
    50,
    50.25,
  ])
})

const LAST_NAMES = `print(json.dumps([len(names), names[-${HOSTILE.length}:], first]))`
const READERS: [module: string, program: string][] = [
  [
    'csv',
    `rows = list(csv.DictReader(open(sys.argv[1], encoding='utf-8-sig', newline='')))
names, first = [row['name'] for row in rows], list(rows[0])[0]`,
  ],
  [
    'pandas',
    `frame = pandas.read_csv(sys.argv[1], keep_default_na=False)
names, first = list(frame.name), frame.columns[0]`,
  ],
]

test.each(READERS)('Python reads it by %s', (module, program) => {
  const python = pythonWith(module)
  if (python === null) return
  const script = `import ${module}, json, sys\n${program}\n${LAST_NAMES}`
  const told = execFileSync(python, ['-c', script, file], { encoding: 'utf8' })
  expect(JSON.parse(told)).toEqual([ROWS, NAMES, 'position'])
})
