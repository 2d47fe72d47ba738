import { livenessRule } from '../../../core/domain/liveness.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { frozenLimits, testedSentence } from '../../../core/views/ghost_index.ts'
import type { HomeView, LinkView } from '../../render/page_views.ts'
import { readBacktest, readGhostIndex } from '../ghost_index.ts'
import type { Site } from '../site.ts'
import { departedIn } from './lists.ts'
import { categoryPaths, htmlPage, pageBase } from './parts.ts'
import { firstRanked } from './ranking.ts'

const TOP_ROWS = 10

const LINKS: LinkView[] = [
  { href: '/changes', text: 'What changed' },
  { href: '/changes.xml', text: 'Changes as RSS' },
  { href: '/changes.json', text: 'Changes as JSON Feed' },
  { href: '/compare', text: 'Compare agents' },
  { href: '/departed', text: 'Departed agents' },
  { href: '/runs/latest', text: 'How the last run went' },
  { href: '/attestations/v1', text: 'What an attestation says, and how to verify one' },
  { href: '/verify', text: 'Verify an attestation or an agent in this browser' },
  { href: '/market-rules', text: 'Market rules: how an attestation settles a question' },
  { href: '/api/agent-economy/llm-summary', text: 'Economy summary (JSON)' },
  { href: '/llms.txt', text: 'This index as text, for language models (llms.txt)' },
  { href: '/openapi.json', text: 'The API (OpenAPI 3.1.0)' },
  { href: '/data/counts.json', text: 'All counts (JSON)' },
  { href: '/data/agents.csv', text: 'All agents (CSV)' },
  { href: '/data/corrections.json', text: 'Corrections, with reasons (JSON)' },
  {
    href: '/data/signal-inputs.parquet',
    text: 'Every signal with the recorded responses behind it (Parquet)',
  },
]

/** `/`: what this is, and the first of each category. */
export async function homePage(site: Site): Promise<Artifact> {
  const count = (name: string) => site.counts[name] ?? 0
  const view: HomeView = {
    ...pageBase(site, {
      title: 'Assay: an index of AI agents',
      path: '/',
      description:
        'An index of AI agents: model families, tokens, services, developers and MCP servers, ranked by public evidence that anybody can trace and recompute.',
    }),
    liveness_rule: livenessRule(),
    tested: testedSentence(await readBacktest(site.db)),
    frozen: frozenLimits(await readGhostIndex(site.db, 'day = (select day from run)')),
    counts: {
      indexed_agents: count('indexed_agents'),
      evidence_ranked_total: count('evidence_ranked_total'),
      alive: count('alive'),
      not_alive: count('not_alive'),
      liveness_unknown: count('liveness_unknown'),
    },
    categories: await Promise.all(
      site.methodologies.map(async ({ category, name, version }) => ({
        id: category,
        name,
        methodology_version: version,
        evidence_ranked: count(`category/${category}/evidence_ranked`),
        indexed: count(`category/${category}/indexed`),
        ...categoryPaths(category),
        top: await firstRanked(site, category, TOP_ROWS),
      })),
    ),
    departed: departedIn(site.counts),
    links: LINKS,
  }
  return htmlPage('index.html', site.pages.fill('home', view))
}
