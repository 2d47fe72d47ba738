import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { notesIn } from './noted.ts'
import { testsIn } from './trial.ts'

/** The rooms whose tests are asked about a model, and the way to a model that these tests have. */
const ROOMS = 'test/{model,artifacts}/*.test.ts'
const HARNESS = 'test/model/sql_harness.ts'

/** Two whole days of the pipeline compared to the byte: asked after a model's own tests. */
export const GOLDEN = 'test/golden/golden.test.ts'

const SET_UP = 'lab/e2e/mutants/note_models.ts'

interface Note {
  file: string
  models: string[]
  ms: number
}

/** Model → the test files that build it in a copy of the project, the quickest first. Throws where one of them fails. */
export async function testsOfModels(copy: string): Promise<Map<string, string[]>> {
  const files = globSync(ROOMS, { cwd: copy }).filter((file) => imports(copy, file, HARNESS))
  const tests = await testsIn(copy, [join(copy, SET_UP)])
  const { failed, message } = await tests.run(files.sort()).finally(() => tests.close())
  if (failed !== null) throw new Error(`${failed} fails without any change: ${message}`)
  const notes = readFileSync(notesIn(copy), 'utf8').trim().split('\n')
  const found = new Map<string, string[]>()
  for (const { file, models } of notes.map((line): Note => JSON.parse(line)).sort((a, b) => a.ms - b.ms))
    for (const model of models) found.set(model, [...(found.get(model) ?? []), relative(copy, file)])
  return found
}

/** True if a test file imports another, directly or through files beside it. */
function imports(folder: string, file: string, wanted: string, seen = new Set<string>()): boolean {
  if (file === wanted) return true
  if (seen.has(file) || !file.startsWith('test/')) return false
  seen.add(file)
  const text = readFileSync(join(folder, file), 'utf8')
  return [...text.matchAll(/ from '(\.[^']+)'/g)].some(([, to = '']) =>
    imports(folder, join(dirname(file), to), wanted, seen),
  )
}
