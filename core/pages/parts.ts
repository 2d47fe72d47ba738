import { DEATH } from '../domain/liveness.ts'
import { signalName } from '../domain/signals.ts'
import { HTML_TYPE } from '../interface/content.ts'
import type { Artifact } from '../release/artifact.ts'
import type { ChangeRow, ScoreChangeRow, StandingRow } from '../views/agent_record.ts'
import { formatSigned } from './numbers.ts'
import type { PageSite } from './page_site.ts'
import type { PageView } from './page_view.ts'

/** Maximum number of signals named as causes of a move. */
const CAUSES = 3
/** The longest address that is linked to, in characters. */
const ADDRESS_LENGTH = 500

/** Data of every page of a release. `path` begins with a slash; a description is one or two sentences. */
export const pageBase = (
  site: PageSite,
  page: Pick<PageView, 'title' | 'path' | 'description'> & Partial<PageView>,
): PageView => ({
  neighbours: [],
  scripts: [],
  card: null,
  twin: null,
  alternates: [],
  json_ld: null,
  base_url: site.baseUrl,
  world: site.world,
  date: site.day,
  limitations: site.limitations,
  ...page,
})

/** A page as a public file. */
export const htmlPage = (path: string, body: string): Artifact => ({
  path,
  body,
  contentType: HTML_TYPE,
  side: 'public',
})

const PLAIN_ADDRESS = /^https?:\/\/[\w.:[\]-]+(?:[/?#][!-[\]-~]*)?$/

/** An address when it is a plain https or http one that can be linked to, else null. */
export const linkable = (address: string | null): string | null =>
  address !== null && address.length <= ADDRESS_LENGTH && PLAIN_ADDRESS.test(address) ? address : null

/** The address of an agent's page on this site. */
export const agentPath = (handle: string): string => `/agents/${handle}`

/** The addresses of a category's pages on this site. */
export const categoryPaths = (category: string) => ({
  ranking_url: `/rankings/${category}`,
  methodology_url: `/methodology/${category}`,
})

/** The name of a category as people read it. */
export const categoryName = (site: PageSite, category: string): string =>
  site.methodologies.find((methodology) => methodology.category === category)?.name ?? category

export type RankBand = Pick<StandingRow, 'rank_low' | 'rank_high' | 'is_rank_provisional'>

/** Range of possible ranks of an agent; null if its rank is certain, or it has none. */
export function describeBand({ rank_low, rank_high, is_rank_provisional }: RankBand): string | null {
  if (rank_low === null || rank_high === null || rank_low === rank_high) return null
  return `${rank_low} to ${rank_high}${is_rank_provisional ? ', provisional' : ''}`
}

/** Describes a score change and its size, with the signals that moved it most; null without a change. */
export function describeMove(change: ScoreChangeRow | null): string | null {
  if (change === null) return null
  const causes = change.causes.slice(0, CAUSES).map((cause) => {
    const reason = cause.cause === 'its value changed' ? '' : ` (${cause.cause})`
    return `${signalName(cause.key)} ${formatSigned(cause.delta)}${reason}`
  })
  if (change.is_methodology_changed) causes.unshift('new methodology version')
  const by = causes.length > 0 ? `: ${causes.join(', ')}` : ''
  return `${formatSigned(change.score_delta)} since ${change.since}${by}`
}

/** Below this a change of a score is noise to a reader. */
const MIN_CHANGE = 0.05

/**
 * The same in short, for a row: by how much, and what moved it most in that direction; null without a change that is
 * worth a reader's time.
 */
export function movedBriefly(change: ScoreChangeRow | null): { by: string; cause: string | null } | null {
  if (change === null || Math.abs(change.score_delta) < MIN_CHANGE) return null
  const { score_delta, causes, is_methodology_changed } = change
  const first = causes.find(({ delta }) => Math.sign(delta) === Math.sign(score_delta))
  const cause = is_methodology_changed ? 'new methodology version' : first && signalName(first.key)
  return { by: `${score_delta < 0 ? '' : '+'}${score_delta.toFixed(1)}`, cause: cause ?? null }
}

const atRank = (rank: number | null): string => (rank === null ? 'not ranked' : `at rank ${rank}`)

/** Describes one change of an agent, in our own words. */
export function describeChange(change: ChangeRow): string {
  const ranks = `rank ${change.rank_before} to ${change.rank_after}`
  switch (change.kind) {
    case 'mover':
      return change.reason === null ? ranks : `${ranks}, ${change.reason}`
    case 'newly_measured':
      return `newly measured, ${ranks}: ${change.reason}`
    case 'new':
      return `new, ${atRank(change.rank_after)}`
    case 'return':
      return `back, ${atRank(change.rank_after)}`
    case 'promotion':
      return `now ranked, ${atRank(change.rank_after)}`
    case 'demotion':
      return `no longer ranked, was ${atRank(change.rank_before)}`
    case 'death':
      return DEATH
    case 'resurrection':
      return 'active in public again'
    case 'departure':
      return `departed: ${change.reason ?? 'reason unknown'}`
    case 'tools_changed':
      return change.reason ?? 'the tools changed'
  }
}
