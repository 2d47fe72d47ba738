/** Paths of the release files that no address serves as they are: its private side. */
export const PRIVATE_PATHS = {
  /** Release data for every view. */
  info: 'release-info.json',
  /** Handles and names of all agents. */
  agentsIndex: 'agents-index.json',
  /** Keys of the owners that have a page. */
  ownersIndex: 'owners-index.json',
  findIndex: 'find-index.bin',
  movers: 'movers.json',
  /** The frame of the pages that say what went wrong. */
  errorPage: 'error.html',
  /** Mark on the badge of an old release. */
  staleBadge: 'embed/stale.json',
  ghostIndexHistory: 'ghost-index/history.json',
  ghostIndexHolds: 'ghost-index/holds.json',
  demandChains: 'demand/chains.json',
  /** Recorded answers that are no longer served. */
  withdrawn: 'evidence/withdrawn.json',
} as const

/** The files of one agent, or one owner, on the private side. */
export const agentRecordPath = (handle: string): string => `agents/${handle}.json`
export const candidatePath = (handle: string): string => `candidates/${handle}.json`
export const ownerRecordPath = (owner: string): string => `owners/${owner}.json`
export const agentDaysPath = (handle: string): string => `history/${handle}.json`

/** Demand over some days, on one chain or (null) on all; no CAIP-2 namespace holds an underscore, so no two chains share a file. */
export const demandPath = (chain: string | null, days: number): string =>
  `demand/${chain === null ? 'all' : chain.replace(':', '_')}/${days}.json`

/** All changes of so many days. */
export const changesPath = (days: number): string => `changes/${days}.json`

/** The agents of a category, all or those with evidence. */
export const rankingPath = (category: string, list: string): string => `rankings/${category}/${list}.json`

/** The methodology of a category that REST does not serve. */
export const methodologyPath = (category: string): string => `methodology/${category}.json`

/** A recorded answer, by its SHA-256. */
export const evidencePath = (sha256: string): string => `evidence/${sha256}`

/** The file with the agent whose score rests on a recorded answer, and its key there: no two of a release share one. */
export const evidenceIndexPath = (sha256: string): { path: string; key: string } => ({
  path: `evidence/index/${sha256.slice(0, 1)}.json`,
  key: sha256.slice(1, 17),
})
