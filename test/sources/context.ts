import type { GuardedVisits } from '../../pipeline/http/guarded.ts'
import type { Http } from '../../pipeline/http/http.ts'
import { type JobPart, toShare, WHOLE } from '../../pipeline/ingest/jobs/part.ts'
import type { Prober } from '../../pipeline/probes/prober.ts'
import type {
  BlocksRead,
  Coverage,
  FetchContext,
  KnownRow,
  Observation,
  Source,
} from '../../pipeline/source/source.ts'

/** The parts of a source's context that a test sets; the default is a first fetch in an empty world. */
export interface ContextOptions {
  day?: string
  wantsPast?: boolean
  lastDay?: string | null
  earlierBlocks?: BlocksRead[]
  resume?: string | null
  known?: Record<string, KnownRow[]>
  catalog?: FetchContext['catalog']
  part?: JobPart
  prober?: Prober
  past?: Record<string, Record<string, unknown>[]>
  env?: FetchContext['env']
}

/** All rows of a source, and its coverage. */
export interface Fetched {
  observations: Observation[]
  coverage: Coverage
}

/** A guard for sources that visit nobody. */
const noVisits: GuardedVisits = {
  visit: async (url) => {
    throw new Error(`nobody was to be visited: ${url}`)
  },
}

/** A prober for sources that probe nothing. */
const noProbes: Prober = {
  run: async ([first]) => {
    if (first) throw new Error(`nothing was to be probed: ${first.url}`)
    return []
  },
  askAgain: async () => [],
}

/** Runs a source to its end. */
export async function fetchAll(
  source: Source,
  http: Http,
  given: ContextOptions = {},
  guarded: GuardedVisits = noVisits,
): Promise<Fetched> {
  const {
    day = '2026-01-08',
    wantsPast = false,
    lastDay = null,
    earlierBlocks = [],
    resume = null,
    known = {},
    env = {},
    part = WHOLE,
    prober = noProbes,
    past = {},
  } = given
  const catalog = given.catalog ?? { families: [], developers: [], facilitators: [], chains: [] }
  const fetching = source.fetch({
    http,
    guarded,
    day,
    wantsPast,
    lastDay,
    earlierBlocks,
    resume,
    catalog,
    env,
    share: toShare(part),
    prober,
    past: async (table) => past[table] ?? [],
    known: async (name, columns) =>
      (known[name] ?? []).map((row) => (columns ? selectColumns(row, columns) : row)),
  })
  const observations: Observation[] = []
  for (;;) {
    const step = await fetching.next()
    if (step.done) return { observations, coverage: step.value }
    observations.push(step.value)
  }
}

/** A column that a source reads and does not name is missing here too. */
const selectColumns = (row: KnownRow, columns: readonly string[]): KnownRow =>
  Object.fromEntries(columns.map((name) => [name, row[name] ?? null])) as KnownRow

/** Returns the verdict on a row that a source yields. */
export function checkRow({ strictRow, row }: Source, given: unknown): 'kept' | 'cleaned' | 'quarantined' {
  if (strictRow.safeParse(given).success) return 'kept'
  return row.safeParse(given).success ? 'cleaned' : 'quarantined'
}

/** The rows alone. */
export const selectRows = ({ observations }: Fetched) => observations.map(({ row }) => row)
