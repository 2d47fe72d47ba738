import { z } from 'zod'
import { emptyAsNull, httpsCell, textCell } from './cells.ts'
import { curatedFile, readCurated } from './curated_file.ts'

const KINDS = ['family', 'developer', 'product'] as const

/** The abilities of a model family, a developer or a product, in words of those who look for it. */
export interface Ability {
  kind: (typeof KINDS)[number]
  /** An id of model_families.csv or developers.csv; of a product its name, as agents' names have it. */
  subject: string
  /** Its abilities, separated by commas. */
  does: string
  /** Places of a product's vendor beside the host of `source_url`: hosts, and accounts such as `github.com/name`. */
  owner: string | null
  source_url: string
}

/** The file of these. */
export const ABILITIES_FILE = curatedFile({
  name: 'abilities.csv',
  row: z.object({
    kind: z.enum(KINDS, `must be one of ${KINDS.join(', ')}`),
    subject: textCell,
    does: textCell,
    owner: emptyAsNull(
      z
        .string()
        .regex(
          /^(?:[\w.-]+\.[a-z]{2,}(?:\/[\w.-]+)?(?: |$))+$/,
          'must be hosts, or accounts such as github.com/name, separated by a space',
        ),
    ),
    source_url: httpsCell,
    note: emptyAsNull(textCell),
  }),
  key: ['kind', 'subject'],
})

/** Reads the abilities of the real data set, in the order of their file. Throws as `readCurated` does. */
export const readAbilities = (): Ability[] =>
  readCurated(ABILITIES_FILE).map(({ note, ...ability }) => ability)
