import type { Claim } from '../claims.ts'
import type { RecomputedScore } from '../score.ts'

/** A score, computed again, with the names for people of its category, signals and parts. */
interface ShownScore {
  category: string
  version: string
  published: number
  again: RecomputedScore
  /** By key of a signal, or id of a part. */
  names: Map<string, string>
}

/** Result of one check on the page, in words for people. */
export interface PageReport {
  /** `held`: nothing is broken, and all that matters was checked. */
  verdict: 'held' | 'broken' | 'partly'
  headline: string
  /** Subject of the check, e.g. the agent and the day. */
  facts: [name: string, value: string][]
  claims: Claim[]
  /** Scores, computed again step by step. */
  scores: ShownScore[]
}

const TITLES: [pattern: RegExp, title: string][] = [
  [/^attestation: signature and key$/, 'It is signed with a key that this index publishes'],
  [
    /^attestation: what is shown is what is signed$/,
    'The fields beside the envelope are those that were signed',
  ],
  [/^attestation: the log holds what is attested$/, 'The log contains what it says'],
  [/^log: its key$/, 'The log has the key that this page was loaded with'],
  [/^log: the checkpoint is signed by the key of the log$/, 'The head of the log is signed by the log'],
  [/^log: cosignatures of witnesses$/, 'Witnesses have seen the same log'],
  [
    /^log: its newest entry about (.+) says what is published$/,
    'The log matches what the index publishes about $1',
  ],
  [/^log: it holds the manifest of (.+)$/, 'The log contains the manifest of $1'],
  [/^release: its manifest is the one that is published$/, 'The release that is published is that one'],
  [/^score of (.+) in (.+)$/, 'The score of $1 in $2 follows from its signals'],
]

/** Describes a claim for people. */
export function claimTitle({ name }: Claim): string {
  const known = TITLES.find(([pattern]) => pattern.test(name))
  return known === undefined ? name : name.replace(...known)
}

/** Names of the results, for people. */
export const RESULTS: Record<Claim['result'], string> = {
  held: 'holds',
  broken: 'does not hold',
  not_checked: 'not checked',
}

/** Broken where any claim is; partly where one of those that matter was not checked. */
export function combineResults(
  claims: Claim[],
  matters: (claim: Claim) => boolean = () => true,
): PageReport['verdict'] {
  if (claims.some(({ result }) => result === 'broken')) return 'broken'
  return claims.some((claim) => claim.result === 'not_checked' && matters(claim)) ? 'partly' : 'held'
}

/** A report of something that could not be read at all. */
export const unreadable = (headline: string): PageReport => ({
  ...{ verdict: 'broken', headline, facts: [], claims: [], scores: [] },
})
