import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { toShare, WHOLE } from '../ingest/jobs/part.ts'
import type { BlocksRead, Coverage, FetchContext, KnownRow, Observation, Source } from '../source/source.ts'

/** Maximum number of rows of a source that are read. */
const MAX_ROWS = 2_000

/** The input of a source that was never fetched. */
export interface FirstFetch extends Pick<FetchContext, 'day' | 'catalog' | 'env'> {
  known: Record<string, KnownRow[]>
  /** Blocks of chains that need not be read. */
  earlierBlocks?: BlocksRead[]
}

/** The rows of a source, until it ended, failed or had given enough. */
export interface RowsRead {
  observations: Observation[]
  /** Null where it did not end. */
  coverage: Coverage | null
  error: UpstreamDown | UpstreamChanged | null
}

/** Runs a source's own fetch. */
export async function readRows(
  source: Source,
  given: FirstFetch,
  http: FetchContext['http'],
): Promise<RowsRead> {
  const observations: Observation[] = []
  const fetching = source.fetch(toContext(given, http))
  try {
    while (observations.length < MAX_ROWS) {
      const step = await fetching.next()
      if (step.done) return { observations, coverage: step.value, error: null }
      observations.push(step.value)
    }
  } catch (error) {
    if (!(error instanceof UpstreamDown || error instanceof UpstreamChanged)) throw error
    return { observations, coverage: null, error }
  }
  return { observations, coverage: null, error: null }
}

const toContext = (
  { day, catalog, env, known, earlierBlocks = [] }: FirstFetch,
  http: FetchContext['http'],
): FetchContext => ({
  http,
  guarded: { visit: refuseVisit },
  prober: { run: async () => [], askAgain: async () => [] },
  ...{ day, wantsPast: false, lastDay: null, resume: null, earlierBlocks },
  ...{ catalog, env, share: toShare(WHOLE) },
  known: async (name) => known[name] ?? [],
  past: async () => [],
})

async function refuseVisit(url: string): Promise<never> {
  throw new UpstreamDown(url, 'agents are not visited here')
}
