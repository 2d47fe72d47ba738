import type { World } from '../../core/domain/world.ts'
import { JSON_TYPE } from '../../core/interface/content.ts'
import type { OracleKey } from '../../core/interface/schemas/jwks.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import type { Archive } from '../archive/archive.ts'
import type { Withdrawn } from '../catalog/withdrawn.ts'
import type { CheckResult } from '../model/checks.ts'
import type { Database } from '../model/database.ts'
import type { Methodology } from '../model/methodology.ts'
import type { pageRenderer } from '../render/pages.ts'
import type { PaymentDays } from '../run/types.ts'
import type { ChainScope } from './chain_words.ts'
import { describeGaps, describeUnread, type Gap } from './coverage.ts'
import type { Partition } from './data/partitions.ts'
import { describePaymentDays } from './payment_days.ts'

/** A row of the `sources` mart. */
export interface SourceRow {
  name: string
  title: string
  docs: string
  license: string
  outcome: 'ok' | 'part' | 'failed' | 'skipped'
  error: string | null
  requests: number
  not_modified: number
  bytes: number
  rows: number
  quarantined: number
  /** Number of rows stored without a field that could not be used, and these fields with the reasons, in words. */
  cleaned: number
  dropped: string | null
  /** Requests without an answer: their data is deferred to another day. */
  unanswered: number
  /** The deferred work, in words. */
  left_out: string | null
  /** The time of its figures, in the form its licence requires for citation. */
  as_of: string | null
  last_ok_on: string | null
  stale_since: string | null
}

/** A row of the `catalog_notices` mart: an outdated catalogue entry. */
export interface CatalogNotice {
  /** Id of the developer in the catalogue. */
  entry: string
  /** `owner/name`, as in the catalogue. */
  repository: string
  /** Its current name at GitHub, or null for the same name. */
  renamed_to: string | null
  is_archived: boolean | null
  /** Day of the last request to GitHub. */
  observed_on: string
}

/** The data shared by all artifacts of a release. No clock: all times come from the archive. */
export interface Site {
  day: string
  world: World
  /** Without a trailing slash. */
  baseUrl: string
  codeVersion: string
  /** Time of the newest response that this release is based on. */
  lastUpdated: string
  methodologies: Methodology[]
  sources: SourceRow[]
  /** Parts of sources that are not known, or not whole. */
  coverage: Gap[]
  /** The whole days of payments that are read of each chain. */
  payments: PaymentDays[]
  catalogNotices: CatalogNotice[]
  /** The chains of each protocol, and the age of curated lists. */
  chainScope: ChainScope
  counts: Record<string, number>
  checks: CheckResult[]
  /** The public keys of the oracle, the oldest first. */
  oracleKeys: OracleKey[]
  /** Limitations of the whole release: its world, and stale sources. */
  limitations: string[]
  /** The same for views, in the handler's form. */
  info: ReleaseInfo
  evidence: ReleaseInfo['evidence']
  /** The recorded answers. */
  archive: Archive
  /** Recorded answers that are no longer served. */
  withdrawn: Withdrawn[]
  /** The first day that can be rebuilt from recorded responses; null where that is every day. */
  rebuildableFrom: string | null
  /** The days of the tables for researchers, the oldest first. */
  partitions: Partition[]
  db: Database
  pages: ReturnType<typeof pageRenderer>
}

const WORLDS: Record<World, string | null> = {
  live: null,
  replay:
    'Built from a replay: real names with invented numbers, for testing only, never to be published as facts.',
  sample: 'Sample data: every name and number is invented, to try the service out.',
}

/** The limitations of a release besides the age of its sources. */
export interface ReleaseLimits {
  /** The whole days of payments that are read of each chain. */
  payments: PaymentDays[]
  /** Number of Bazaar resources that are templates. */
  templates: number
  coverage: Gap[]
}

/** Returns the limitations of a whole release, in a fixed order. People read them: sources have their titles here. */
export function siteLimitations(
  world: World,
  sources: SourceRow[],
  { payments, templates, coverage }: ReleaseLimits,
): string[] {
  const stale = sources.filter((source) => source.stale_since !== null)
  // A source without any new data is covered by its age.
  const behind = sources.filter(
    ({ left_out, stale_since, last_ok_on }) =>
      left_out !== null && stale_since === null && last_ok_on !== null,
  )
  const partial = sources.filter((source) => source.unanswered > 0)
  const unread = sources.filter((source) => source.last_ok_on === null)
  return [
    ...(WORLDS[world] === null ? [] : [WORLDS[world]]),
    ...describePaymentDays(payments),
    ...(templates > 0 ? [templatesText(templates)] : []),
    ...stale.map(
      ({ title, stale_since, last_ok_on }) =>
        `${title}: stale since ${stale_since}; the data is from ${last_ok_on}.`,
    ),
    ...behind.map((source) => describeBehind(source, coverage)),
    ...partial.map(
      ({ title, unanswered }) =>
        `${title}: ${unanswered} ${unanswered === 1 ? 'request' : 'requests'} had no answer; that data is from an earlier day.`,
    ),
    ...unread.map(({ title }) => `${title}: not read yet, so the data is unknown.`),
  ]
}

const templatesText = (count: number): string =>
  `${count} resources that the x402 Bazaar lists are patterns to fill in, such as /company/:id. They count as offers of their sellers, and not as endpoints: they are neither shown as addresses to call nor asked whether they answer.`

/** Serializes JSON for publication: compact, keys in the order written, with a final line feed. */
export const json = (value: unknown): string => `${JSON.stringify(value)}\n`

/** Returns a JSON file on one side of a release. */
export const jsonFile = (side: Artifact['side'], path: string, value: unknown): Artifact => ({
  path,
  side,
  contentType: JSON_TYPE,
  body: json(value),
})

function describeBehind({ name, title, left_out }: SourceRow, coverage: readonly Gap[]): string {
  const gaps = coverage.filter(({ source }) => source === name)
  const clauses = [describeGaps(gaps), describeUnread(gaps)].filter((clause) => clause !== null)
  return clauses.length === 0
    ? `${title}: read in part; deferred: ${left_out}.`
    : `${title}: read in part; ${clauses.join('; ')}.`
}
