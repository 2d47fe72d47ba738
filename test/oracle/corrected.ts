import type { PublishedCorrection } from '../../pipeline/artifacts/data/corrections.ts'
import type { Bound } from './past.ts'
import type { Listed } from './records.ts'

const FIELDS: Record<string, { of: keyof Listed; shownAs: string }> = {
  name: { of: 'name', shownAs: 'name' },
  description: { of: 'description', shownAs: 'identity.description' },
  website: { of: 'website', shownAs: 'identity.website' },
  repository_url: { of: 'repository', shownAs: 'identity.repository' },
}

/** The same records with their own texts replaced by the published corrections, the latest last. */
export function corrected(
  listRecords: (bound: Bound[]) => Listed[],
  corrections: readonly PublishedCorrection[],
): (bound: Bound[]) => Listed[] {
  const byRecord = Map.groupBy(inOrder(corrections), ({ record }) => record)
  return (bound) =>
    listRecords(bound).map((record) => {
      const own = byRecord.get(record.bound.record_id) ?? []
      return Object.assign(
        {},
        record,
        ...own.map(({ field, value }) => ({ [FIELDS[field]?.of ?? field]: value })),
      )
    })
}

/** Returns the corrections by the agent of this record: the latest of each field alone. */
export function expectedCorrections(
  { bound }: Listed,
  corrections: readonly PublishedCorrection[],
): object[] {
  const own = inOrder(corrections).filter(({ record }) => record === bound.record_id)
  return own
    .filter(({ field }, index) => !own.slice(index + 1).some((later) => later.field === field))
    .map(({ field, date, reason, source_url }) => ({
      field: FIELDS[field]?.shownAs,
      date,
      reason,
      source_url,
    }))
}

const inOrder = (corrections: readonly PublishedCorrection[]): PublishedCorrection[] =>
  corrections.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
