import { z } from 'zod'
import type { ModelFamily } from './catalog.ts'
import { emptyAsNull, httpsListCell, idCell, knownId, patternCell, textCell } from './cells.ts'
import { curatedFile, readCurated } from './curated_file.ts'

const SITES = ['arena', 'openrouter', 'huggingface'] as const

/** The file of the model families; `developers` are the valid developer ids. */
export const familiesFile = (developers: Iterable<string>) =>
  curatedFile({
    name: 'model_families.csv',
    row: z.object({
      id: idCell,
      name: textCell,
      provider: textCell,
      organization: emptyAsNull(knownId(developers, 'developers.csv')),
      source_urls: httpsListCell.refine((urls) => urls.length > 0, 'must have the address of a public page'),
      note: emptyAsNull(textCell),
    }),
    key: ['id'],
  })

/** The file of the name patterns of these families. */
export const patternsFile = (families: Iterable<string>) =>
  curatedFile({
    name: 'model_family_patterns.csv',
    row: z.object({
      family: knownId(families, 'model_families.csv'),
      site: z.enum(SITES, `must be one of ${SITES.join(', ')}`),
      pattern: patternCell,
      note: emptyAsNull(textCell),
    }),
    key: ['site', 'pattern'],
  })

/** Reads the model families of the real data set, in the order of their file. Throws as `readCurated` does. */
export function readModelFamilies(developers: Iterable<string>): ModelFamily[] {
  const rows = readCurated(familiesFile(developers))
  const patterns = Map.groupBy(
    readCurated(patternsFile(rows.map(({ id }) => id))),
    ({ family, site }) => `${site} ${family}`,
  )
  const patternsAt = (site: (typeof SITES)[number], family: string) =>
    (patterns.get(`${site} ${family}`) ?? []).map(({ pattern }) => pattern)
  return rows.map(({ note, ...family }) => ({
    ...family,
    arena: patternsAt('arena', family.id),
    openrouter: patternsAt('openrouter', family.id),
    huggingface: patternsAt('huggingface', family.id),
  }))
}
