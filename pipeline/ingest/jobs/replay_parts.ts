import type { SourcePart } from '../../archive/source_day.ts'
import type { BlocksRead, Coverage, FetchContext, Observation, Source } from '../../source/source.ts'
import { parsePart, toShare, UNASKED } from './part.ts'

/** Returns a source that is replayed job by job; jobs that failed are named as deferred. */
export function replayInParts(source: Source, parts: SourcePart[]): Source {
  const read = parts.filter(({ outcome }) => outcome === 'ok').map(({ part }) => parsePart(part))
  const missing = parts.filter(({ outcome }) => outcome !== 'ok').map(({ part }) => part)
  const left =
    missing.length === 0 ? [] : [`${missing.length} of ${parts.length} jobs (${missing.join(', ')})`]
  return {
    ...source,
    async *fetch(context: FetchContext): AsyncGenerator<Observation, Coverage> {
      const coverages: Coverage[] = []
      for (const part of [...read, UNASKED])
        coverages.push(yield* source.fetch({ ...context, share: toShare(part) }))
      return mergeCoverage(coverages, left)
    },
  }
}

/** A divided source never reports complete coverage: no job has seen all of it. */
function mergeCoverage(coverages: Coverage[], missing: string[]): Coverage {
  const detailed = coverages.flatMap((coverage) => (typeof coverage === 'string' ? [] : [coverage]))
  const left = [...detailed.flatMap(({ left_out }) => left_out ?? []), ...missing].join('; ')
  const blocks: BlocksRead[] = detailed.flatMap((item) => ('blocks' in item ? item.blocks : []))
  const gaps = detailed.flatMap((item) => ('blocks' in item ? (item.gaps ?? []) : []))
  const checks = detailed.flatMap((item) => ('blocks' in item ? (item.checks ?? []) : []))
  if (detailed.some((item) => 'blocks' in item)) return { blocks, gaps, checks, left_out: left || null }
  return left === '' ? 'changes' : { left_out: left }
}
