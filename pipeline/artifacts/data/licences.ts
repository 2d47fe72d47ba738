import { SIGNALS } from '../../../core/domain/signals.ts'
import type { EvidenceTerms } from '../../../core/views/evidence_row.ts'
import { literal } from '../../model/database.ts'
import type { SourceDefinition } from '../../source/source.ts'
import { loadSources } from '../../source/source_loader.ts'

type SourceLicence = Pick<SourceDefinition, 'republished' | 'attribution'>

const SOURCES = (await loadSources()).sort((a, b) => (a.name < b.name ? -1 : 1))

/** The licence of each source, by its name in alphabetical order. */
export const LICENCES: Readonly<Record<string, SourceLicence>> = Object.fromEntries(
  SOURCES.map(({ name, republished, attribution }) => [name, { republished, attribution }]),
)

/** Returns the terms under which recorded answers of a source are shown. */
function toEvidenceTerms({ answeredBy, republished }: (typeof SOURCES)[number]): EvidenceTerms {
  if (answeredBy !== undefined) return answeredBy
  return republished === 'all' ? 'bytes' : 'terms'
}

/** The terms of the recorded answers of each source, by its name in alphabetical order. */
export const EVIDENCE: Readonly<Record<string, EvidenceTerms>> = Object.fromEntries(
  SOURCES.map((source) => [source.name, toEvidenceTerms(source)]),
)

/**
 * True if the values of a signal's source must not be published. Its source is one, several, or a family such as
 * `x402_bazaar`; an unknown one is not free.
 */
const isWithheld = (source: string): boolean =>
  source.split(', ').some((name) => {
    const own = Object.entries(LICENCES).filter(([known]) => known === name || known.startsWith(`${name}_`))
    return own.length === 0 || own.some(([, licence]) => licence.republished === 'results')
  })

/** The keys of the signals whose values are withheld. */
export const WITHHELD_KEYS: readonly string[] = Object.entries(SIGNALS)
  .filter(([, { source, unit }]) => unit !== 'time' && isWithheld(source))
  .map(([key]) => key)

/** Returns the same as a list of SQL literals. */
export const withheldKeys = (): string => WITHHELD_KEYS.map(literal).join(', ')

/** Returns the table of licences as a select. */
export const licenceValues = (): string => {
  const rows = Object.entries(LICENCES).map(
    ([name, { republished, attribution }]) => `(${[name, republished, attribution].map(literal).join(', ')})`,
  )
  return `select * from (values ${rows.join(', ')}) as listed (name, republished, attribution)`
}
