import type { SourcePart } from '../../archive/source_day.ts'
import type { BlocksRead, Coverage, FetchContext, Observation, Source } from '../../source/source.ts'
import { partNamed, shareOf, UNASKED } from './part.ts'

/** Returns a source that is replayed job by job; jobs that failed are named as deferred. */
export function inParts(source: Source, parts: SourcePart[]): Source {
  const read = parts.filter(({ outcome }) => outcome === 'ok').map(({ part }) => partNamed(part))
  const missing = parts.filter(({ outcome }) => outcome !== 'ok').map(({ part }) => part)
  const left =
    missing.length === 0 ? [] : [`${missing.length} of ${parts.length} jobs (${missing.join(', ')})`]
  return {
    ...source,
    async *fetch(context: FetchContext): AsyncGenerator<Observation, Coverage> {
      const coverages: Coverage[] = []
      for (const part of [...read, UNASKED])
        coverages.push(yield* source.fetch({ ...context, share: shareOf(part) }))
      return united(coverages, left)
    },
  }
}

/** A divided source never reports complete coverage: no job has seen all of it. */
function united(coverages: Coverage[], missing: string[]): Coverage {
  const said = coverages.flatMap((coverage) => (typeof coverage === 'string' ? [] : [coverage]))
  const left = [...said.flatMap(({ left_out }) => left_out ?? []), ...missing].join('; ')
  const blocks: BlocksRead[] = said.flatMap((item) => ('blocks' in item ? item.blocks : []))
  if (said.some((item) => 'blocks' in item)) return { blocks, left_out: left || null }
  return left === '' ? 'changes' : { left_out: left }
}
