import { z } from 'zod'
import type { Developer } from './catalog.ts'
import {
  accountCell,
  emptyAsNull,
  findCellProblem,
  httpsCell,
  idCell,
  knownId,
  packageNameCell,
  repositoryCell,
  textCell,
} from './cells.ts'
import { curatedFile, readCurated } from './curated_file.ts'

const MAKES = ['models', 'protocols', 'agents', 'frameworks', 'platforms', 'servers'] as const

/** The file of the organisations. */
export const DEVELOPERS_FILE = curatedFile({
  name: 'developers.csv',
  row: z.object({
    id: idCell,
    name: textCell,
    website: httpsCell,
    makes: z.enum(MAKES, `must be one of ${MAKES.join(', ')}`),
    note: emptyAsNull(textCell),
  }),
  key: ['id'],
})

/** The kinds of places, each with the cell type of its name. */
const PLACES = {
  github: accountCell,
  repository: repositoryCell,
  huggingface: accountCell,
  package: packageNameCell,
  app: textCell,
  same_as: textCell,
}
const KINDS = Object.keys(PLACES) as (keyof typeof PLACES)[]

/** The file of the places where the developers of these ids publish. */
export const placesFile = (ids: Iterable<string>) =>
  curatedFile({
    name: 'developer_places.csv',
    row: z
      .object({
        developer: knownId(ids, DEVELOPERS_FILE.name),
        kind: z.enum(KINDS, `must be one of ${KINDS.join(', ')}`),
        place: z.string(),
        note: emptyAsNull(textCell),
      })
      .superRefine(({ kind, place }, context) => {
        const message = findCellProblem(PLACES[kind], place)
        if (message !== null) context.addIssue({ code: 'custom', path: ['place'], message })
      }),
    key: ['kind', 'place'],
  })
type Place = z.output<ReturnType<typeof placesFile>['row']>

/** Reads the organisations of the real data set, in the order of their file. Throws as `readCurated` does. */
export function readDevelopers(): Developer[] {
  const rows = readCurated(DEVELOPERS_FILE)
  const places = readCurated(placesFile(rows.map(({ id }) => id)))
  const byDeveloper = Map.groupBy(places, ({ developer }) => developer)
  return rows.map((row) => withPlaces(row, byDeveloper.get(row.id) ?? []))
}

/** The sources of the facts are the organisation's website and accounts. */
function withPlaces({ id, name, website }: z.output<typeof DEVELOPERS_FILE.row>, places: Place[]): Developer {
  const ofKind = (wanted: Place['kind']) =>
    places.filter(({ kind }) => kind === wanted).map(({ place }) => place)
  const [github, huggingface] = [ofKind('github'), ofKind('huggingface')]
  return {
    ...{ id, name, website, github, huggingface },
    repositories: ofKind('repository'),
    packages: ofKind('package'),
    apps: ofKind('app'),
    same_as: ofKind('same_as'),
    source_urls: [
      website,
      ...github.map((account) => `https://github.com/${account}`),
      ...huggingface.map((account) => `https://huggingface.co/${account}`),
    ],
  }
}
