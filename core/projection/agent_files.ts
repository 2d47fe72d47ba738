import { agentBadge } from '../badge/agent_badge.ts'
import { DEFAULT_STYLE } from '../badge/badge.ts'
import { drawBadge } from '../badge/draw_badge.ts'
import { agentFeed } from '../feeds/agent_feed.ts'
import { atomFeed } from '../feeds/atom.ts'
import { ATOM_TYPE, HTML_TYPE, JSON_TYPE, MARKDOWN_TYPE, SVG_TYPE } from '../interface/content.ts'
import { agentView } from '../pages/agent.ts'
import type { Fill } from '../pages/fill.ts'
import type { PageSite } from '../pages/page_site.ts'
import type { Artifact } from '../release/artifact.ts'
import { candidatePath } from '../release/paths.ts'
import { findCandidateView } from '../resources/find.ts'
import type { ResourceEntry } from '../resources/resource.ts'
import { READS } from '../resources/resources.ts'
import type { AgentDays } from '../views/agent_days.ts'
import { agentMarkdown } from '../views/agent_markdown.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import type { ReleaseInfo } from '../views/release_info.ts'

/** Stored files of an agent; all its other files are derived from them. */
export interface StoredAgent {
  agent: AgentRecord
  days: AgentDays
}

/** Release data that the files of agents may use, and the template renderer. */
export interface AgentFilesSite {
  info: ReleaseInfo
  site: PageSite
  fill: Fill
}

/** A file about one agent: its path and content; null for an agent without it. */
export interface AgentFile extends Pick<Artifact, 'side' | 'contentType'> {
  /** The name of its schema; null where it is not JSON. */
  schema: string | null
  path(handle: string): string
  body(stored: StoredAgent, given: AgentFilesSite): string | null
}

const view = (
  schema: string,
  path: (handle: string) => string,
  of: (agent: AgentRecord, info: ReleaseInfo) => unknown,
): AgentFile => ({
  ...{ schema, side: 'public', contentType: JSON_TYPE, path },
  body: ({ agent }, { info }) => `${JSON.stringify(of(agent, info))}\n`,
})

const HANDLE_IN_PATH = /\{(?:handle|agentId)\}/

/** The file of a resource about each agent; none where it is not about one, or is made for each call. */
function toAgentFiles({ file, answer, fromAgent }: ResourceEntry): AgentFile[] {
  if (file === null || fromAgent === undefined || !HANDLE_IN_PATH.test(file)) return []
  const path = (handle: string) => file.replace(HANDLE_IN_PATH, () => handle)
  return [view(answer, path, (agent, info) => fromAgent(agent, info))]
}

/** An agent as find returns it; one that has departed is not found. */
const CANDIDATE = view('FindCandidate', candidatePath, findCandidateView)

/** All files derived from the stored files of an agent. */
export const AGENT_FILES: readonly AgentFile[] = [
  ...READS.flatMap(toAgentFiles),
  {
    ...CANDIDATE,
    side: 'private',
    body: (stored, given) => (stored.agent.departed_on === null ? CANDIDATE.body(stored, given) : null),
  },
  {
    ...{ schema: null, side: 'public', contentType: SVG_TYPE, path: (handle) => `embed/${handle}.svg` },
    body: ({ agent }, { info }) => drawBadge(agentBadge(agent, info), DEFAULT_STYLE),
  },
  {
    ...{ schema: null, side: 'public', contentType: HTML_TYPE, path: (handle) => `agents/${handle}.html` },
    body: ({ agent, days }, { site, fill }) => fill('agent', agentView(agent, days, site)),
  },
  {
    ...{
      schema: null,
      side: 'public',
      contentType: MARKDOWN_TYPE,
      path: (handle) => `agents/${handle}.md`,
    },
    body: ({ agent }, { info }) => agentMarkdown(agent, info),
  },
  {
    ...{ schema: null, side: 'public', contentType: ATOM_TYPE, path: (handle) => `agents/${handle}.atom` },
    body: ({ agent }, { info }) => atomFeed(agentFeed(agent, info)),
  },
]
