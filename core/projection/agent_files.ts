import { agentBadge } from '../badge/agent_badge.ts'
import type { BadgeRenderer } from '../badge/badge.ts'
import { HTML_TYPE, JSON_TYPE, MARKDOWN_TYPE, SVG_TYPE } from '../interface/content.ts'
import { agentView } from '../pages/agent.ts'
import type { Fill } from '../pages/fill.ts'
import type { PageSite } from '../pages/page_site.ts'
import type { Artifact } from '../release/artifact.ts'
import { candidatePath } from '../release/paths.ts'
import { agentChangesView } from '../resources/agent_changes.ts'
import { agentSummaryView } from '../resources/agent_summary.ts'
import { agentTrustView } from '../resources/agent_trust.ts'
import { findCandidateView } from '../resources/find.ts'
import { priceMultiplierView } from '../resources/price_multiplier.ts'
import { publicTrustView } from '../resources/public_trust.ts'
import type { AgentDays } from '../views/agent_days.ts'
import { agentMarkdown } from '../views/agent_markdown.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import type { ReleaseInfo } from '../views/release_info.ts'

/** What is kept of an agent: all else about it is made from this. */
export interface KeptOfAgent {
  agent: AgentRecord
  days: AgentDays
}

/** What the files of agents may know of their release, and what sets them. */
export interface AgentFilesSite {
  info: ReleaseInfo
  site: PageSite
  badge: BadgeRenderer
  fill: Fill
}

/** The files that are JSON. */
export type AgentJson = 'summary' | 'trust' | 'changes' | 'public_trust' | 'price_multiplier' | 'candidate'

/** A file about one agent: where it stands, and what it says; null for an agent that has none. */
export interface AgentFile extends Pick<Artifact, 'side' | 'contentType'> {
  id: AgentJson | 'badge' | 'page' | 'markdown'
  path(handle: string): string
  body(kept: KeptOfAgent, given: AgentFilesSite): string | null
}

const view = (
  id: AgentFile['id'],
  path: (handle: string) => string,
  of: (agent: AgentRecord, info: ReleaseInfo) => unknown,
): AgentFile => ({
  ...{ id, side: 'public', contentType: JSON_TYPE, path },
  body: ({ agent }, { info }) => `${JSON.stringify(of(agent, info))}\n`,
})

/** What find answers of an agent; one that has departed is not found. */
const CANDIDATE = view('candidate', candidatePath, findCandidateView)

/** Every file that is made from what is kept of an agent. */
export const AGENT_FILES: readonly AgentFile[] = [
  view('summary', (handle) => `api/agent/${handle}/llm-summary`, agentSummaryView),
  view('trust', (handle) => `api/agent/${handle}/trust`, agentTrustView),
  view(
    'changes',
    (handle) => `api/agent/${handle}/changes`,
    (agent, info) => agentChangesView(agent, info),
  ),
  view('public_trust', (handle) => `api/public/trust/${handle}`, publicTrustView),
  view('price_multiplier', (handle) => `api/reputation/multiplier/${handle}`, priceMultiplierView),
  {
    ...CANDIDATE,
    side: 'private',
    body: (kept, given) => (kept.agent.departed_on === null ? CANDIDATE.body(kept, given) : null),
  },
  {
    ...{ id: 'badge', side: 'public', contentType: SVG_TYPE, path: (handle) => `embed/${handle}.svg` },
    body: ({ agent }, { info, badge }) => badge.badge(agentBadge(agent, info)),
  },
  {
    ...{ id: 'page', side: 'public', contentType: HTML_TYPE, path: (handle) => `agents/${handle}.html` },
    body: ({ agent, days }, { site, fill }) => fill('agent', agentView(agent, days, site)),
  },
  {
    ...{
      id: 'markdown',
      side: 'public',
      contentType: MARKDOWN_TYPE,
      path: (handle) => `agents/${handle}.md`,
    },
    body: ({ agent }, { info }) => agentMarkdown(agent, info),
  },
]
