import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CATEGORIES } from '../../core/domain/category.ts'
import { OperationalError } from '../../core/domain/errors.ts'
import { SIGNALS } from '../../core/domain/signals.ts'
import type { Methodology } from './methodology.ts'

const FOLDER = join(import.meta.dirname, '../methodology')

/**
 * Loads all methodologies, in the order of the categories. The folder is the registry; a wrong file is an
 * OperationalError.
 */
export async function loadMethodologies(folder = FOLDER): Promise<Methodology[]> {
  const loaded: Methodology[] = []
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()) {
    const { default: methodology } = (await import(join(folder, file))) as { default?: Methodology }
    checkMethodology(methodology, join(folder, file))
    loaded.push(methodology)
  }
  return loaded.sort((a, b) => CATEGORIES.indexOf(a.category) - CATEGORIES.indexOf(b.category))
}

function checkMethodology(
  methodology: Methodology | undefined,
  file: string,
): asserts methodology is Methodology {
  const fail = (problem: string): never => {
    throw new OperationalError(`${file}: ${problem}`)
  }
  if (!methodology?.category) return fail('must export default defineMethodology({ … })')
  if (methodology.category !== basename(file, '.ts'))
    fail(`declares the category ${methodology.category}: name the file ${methodology.category}.ts`)
  const keys = methodology.signals.map((signal) => signal.key)
  if (new Set(keys).size !== keys.length) fail('a signal is listed twice')
  const total = methodology.signals.reduce((sum, signal) => sum + signal.weight, 0)
  if (total !== 100) fail(`the weights add up to ${total}, not 100`)
  const parts = new Map(methodology.parts.map((part) => [part.id, part]))
  if (parts.size !== methodology.parts.length) fail('a part is listed twice')
  const empty = methodology.parts.find(({ id }) => !methodology.signals.some(({ part }) => part === id))
  if (empty) fail(`no signal belongs to the part ${empty.id}`)
  if (!methodology.parts.some(({ role }) => role === 'core')) fail('one part at least must be core')
  for (const { key, part, transform, prior } of methodology.signals) {
    if (!parts.has(part)) fail(`${key}: ${part} is not one of its parts`)
    if (prior === null && (methodology.core === 'least' || parts.get(part)?.role === 'factor'))
      fail(`${key}: only a mean can leave a signal out, so it needs a prior`)
    if (!SIGNALS[key]) fail(`${key} is not a key of core/domain/signals.ts`)
    if (transform.floor >= transform.cap) fail(`${key}: the floor must be below the cap`)
    if (prior !== null && (prior < 0 || prior > 1)) fail(`${key}: the prior must be from 0 to 1`)
  }
  const missing = methodology.evidence.required.flat().find((key) => !keys.includes(key))
  if (missing) fail(`the evidence rule requires ${missing}, which is not a signal`)
}
