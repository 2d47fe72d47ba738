import { parseJson } from '../bytes.ts'
import { agentClaim, publishedAgent } from '../checks/agents.ts'
import { cosignatureClaims, type OpenLog, OTHER_COSIGNATURES, openLog, readDays } from '../checks/log.ts'
import type { Claim } from '../claims.ts'
import type { VerifiedManifest } from '../manifest.ts'
import type { PublishedAgent } from '../published_agent.ts'
import { type PublishedRules, recomputeScore } from '../score.ts'
import { scoreClaims } from '../score_claims.ts'
import type { PublishedSource } from '../source.ts'
import type { Keys } from './keys.ts'
import { combineResults, type PageReport } from './report.ts'

/** Checks what is published about an agent: against the log, and its scores from their signals. */
export async function checkAgent(
  handle: string,
  { source, keys, day, categories }: AgentCheckInputs,
): Promise<PageReport> {
  // Addresses are the same in every layout.
  const agent = await publishedAgent(source, { layout: 'files' } as VerifiedManifest, handle)
  const methodologies = await fetchMethodologies(source, agent, categories)
  const { log, claims } = await openLog(source, keys.log)
  const date = log === null ? day : ((await readDays(log)).at(-1)?.date ?? day)
  const all = [
    ...claims,
    ...(log === null ? [] : [...cosignatureClaims(log, []), await agentClaim(log, agent)]),
    ...scoreClaims(agent.summary, methodologies, date),
  ]
  const verdict = combineResults(all, ({ name }) => name !== OTHER_COSIGNATURES)
  return {
    verdict,
    headline: agentHeadline(handle, verdict, all),
    facts: agentFacts(agent, date, log),
    claims: all,
    scores: Object.entries(agent.summary.scores_by_category).flatMap(([category, shown]) => {
      const methodology = methodologies.get(category)
      if (methodology === undefined) return []
      const again = recomputeScore(shown, methodology, date)
      return [
        {
          ...{ category: methodology.name ?? category, version: shown.methodology_version },
          ...{ published: shown.score, again, names: namesIn(methodology) },
        },
      ]
    }),
  }
}

const namesIn = ({ signals, parts }: PublishedRules): Map<string, string> =>
  new Map([
    ...parts.map(({ id, name = id }) => [id, name] as const),
    ...signals.map(({ key, name = key }) => [key, name] as const),
  ])

/** Inputs of checking an agent. `day` is that of the page's release, for an index without a log. */
export interface AgentCheckInputs {
  source: PublishedSource
  keys: Keys
  day: string
  /** Those whose methodology has an address. */
  categories: string[]
}

async function fetchMethodologies(
  source: PublishedSource,
  { summary }: PublishedAgent,
  categories: string[],
): Promise<Map<string, PublishedRules>> {
  const found = new Map<string, PublishedRules>()
  for (const category of Object.keys(summary.scores_by_category)) {
    if (!categories.includes(category)) continue
    const bytes = await source.read(`public/api/methodology/${category}/llm-summary`)
    if (bytes !== null) found.set(category, parseJson(bytes) as PublishedRules)
  }
  return found
}

function agentHeadline(handle: string, verdict: PageReport['verdict'], claims: Claim[]): string {
  const broken = claims.filter(({ result }) => result === 'broken').length
  if (verdict === 'broken')
    return `Do not rely on it: ${broken} of ${claims.length} checks of ${handle} do not hold.`
  if (verdict === 'partly') return `Nothing is wrong with ${handle}, but not all of it could be checked.`
  return `It holds: the log matches what is published about ${handle}, and its scores follow from their signals.`
}

const agentFacts = ({ summary }: PublishedAgent, date: string, log: OpenLog | null): PageReport['facts'] => [
  ['Agent', summary.handle],
  ['Day', date],
  [
    'Liveness',
    summary.departed === null ? (summary.liveness?.state ?? 'unknown').replaceAll('_', ' ') : 'departed',
  ],
  [
    'Log',
    log === null
      ? 'this index has none'
      : `${log.checkpoint.origin}, key ${log.key.id}, ${log.checkpoint.size} entries`,
  ],
]
