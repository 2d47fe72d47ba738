import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { currentRelease } from '../../core/release/release.ts'
import { TABLES } from '../../pipeline/artifacts/data/tables.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { type GivenData, openData, plainBytes } from '../../test/artifacts/data/given_release.ts'
import { fromParquet } from '../../test/artifacts/data/read_back.ts'
import { installError } from '../../test/kit/added_package.ts'
import { chdb } from './data_readers/chdb.ts'
import { packageProblems } from './data_readers/frictionless.ts'
import { pandas } from './data_readers/pandas.ts'
import type { GivenFile, Reader } from './data_readers/reader.ts'

const HELP = `Usage: npm run e2e -- data-readers [--output FOLDER]

Reads the data of a release with readers of others' making (ClickHouse through chdb, pandas where Debian's Python has
it) and compares each row with what DuckDB reads; has the data package validated by Frictionless's own library. Exit
code: 0 all agree, 1 at least one does not, or a reader cannot be had, 2 bad usage.

  --output FOLDER  the folder of a run (default: output)
`

/** The result of one reader on one file. */
export interface Verdict {
  reader: string
  file: string
  rows: number
  /** The first row that differs, or null. */
  difference: string | null
}

/** Shows every file of the newest day to a reader. */
export async function compareReader(data: GivenData, reader: Reader): Promise<Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-readers-'))
  const db = await openDatabase(':memory:')
  try {
    const verdicts: Verdict[] = []
    for (const given of listFiles(data, folder).filter(({ format }) => reader.formats.includes(format)))
      verdicts.push(await checkReader(db, data, reader, given))
    return verdicts
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function listFiles(data: GivenData, folder: string): GivenFile[] {
  return TABLES.flatMap((table) => {
    const listed = data.index.latest.filter((row) => row.table === table.name && row.format !== 'parquet')
    const others = listed.map(({ path, format }) => {
      const file = join(folder, basename(path).replace(/\.gz$/, ''))
      writeFileSync(file, plainBytes(join(data.root, path)))
      return { table, format: format as GivenFile['format'], file }
    })
    return [{ table, format: 'parquet' as const, file: data.parquet(table.name) }, ...others]
  })
}

async function checkReader(
  db: Database,
  data: GivenData,
  reader: Reader,
  given: GivenFile,
): Promise<Verdict> {
  const expected = await fromParquet(db, given.table, data.parquet(given.table.name))
  const named = { reader: reader.name, file: `${given.table.name}.${given.format}`, rows: expected.length }
  try {
    const found = reader.read(given)
    if (found.length !== expected.length)
      return { ...named, difference: `${found.length} rows in place of ${expected.length}` }
    const at = expected.findIndex((row, place) => JSON.stringify(row) !== JSON.stringify(found[place]))
    const both = { expected: expected[at], found: found[at] }
    return { ...named, difference: at === -1 ? null : JSON.stringify(both) }
  } catch (error) {
    return { ...named, difference: error instanceof Error ? error.message : String(error) }
  }
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { output: { type: 'string', default: 'output' } } })
  const release = currentRelease(values.output)
  if (release === null) throw new BadCommandLine(`there is no release in ${values.output}`)
  const data = openData(release)
  const click = await chdb().catch((error: Error) => installError(error))
  const readers = [click, pandas() ?? 'python3-pandas is not installed']
  let isShown = true
  for (const reader of readers) {
    if (typeof reader === 'string') console.log(`not there: ${reader}`)
    isShown &&= typeof reader !== 'string'
    for (const verdict of typeof reader === 'string' ? [] : await compareReader(data, reader)) {
      isShown &&= verdict.difference === null
      console.log(
        `${verdict.difference === null ? 'same' : 'DIFFERS'}  ${verdict.reader}  ${verdict.file}  ${verdict.rows} rows`,
      )
      if (verdict.difference !== null) console.log(`  ${verdict.difference.slice(0, 1_000)}`)
    }
  }
  const problems = await packageProblems(data.json('datapackage.json'))
  console.log(problems.length === 0 ? 'valid  Frictionless' : `REFUSED  ${problems.join('\n')}`)
  return isShown && problems.length === 0
})
