import { createRenderer, type TemplateSpec } from '../pages/fill.ts'
import type { PageMethodology } from '../pages/page_site.ts'
import { agentDaysPath, agentRecordPath, ownerRecordPath } from '../release/paths.ts'
import type { Projection } from '../release/projection.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { AGENT_FILES, type AgentFilesSite, type StoredAgent } from './agent_files.ts'
import { OWNER_FILES } from './owner_files.ts'

/** Inputs of agent files beside `release-info.json`: the needed fields of the methodologies. */
export interface ProjectedWith {
  methodologies: PageMethodology[]
}

/** Returns the release data that the files of agents may use. */
export const agentFilesSite = (
  info: ReleaseInfo,
  { methodologies }: ProjectedWith,
  templateSpec: (name: string) => TemplateSpec,
): AgentFilesSite => ({
  info,
  site: {
    ...{ day: info.day, world: info.world, baseUrl: info.base_url, limitations: info.limitations },
    ...{ methodologies, evidence: info.evidence },
  },
  fill: createRenderer(templateSpec),
})

/** Derives the files of agents, and of owners, from their stored files. */
export function createProjection(given: AgentFilesSite): Projection {
  return {
    keys: (name) =>
      isOwner(name)
        ? OWNER_FILES.map(({ path }) => `public/${path(name)}`)
        : AGENT_FILES.map(({ side, path }) => `${side}/${path(name)}`),
    file: (name, key, keptText) =>
      isOwner(name) ? ownerFile(name, key, keptText, given) : agentFile(name, key, keptText, given),
  }
}

/** True for the key of an owner: no handle has a colon. */
const isOwner = (name: string): boolean => name.includes(':')

function agentFile(handle: string, key: string, keptText: KeptText, given: AgentFilesSite) {
  const file = AGENT_FILES.find(({ side, path }) => `${side}/${path(handle)}` === key)
  const stored = file && readStored(handle, keptText)
  const body = stored && file.body(stored, given)
  return body == null || file === undefined ? null : { body, contentType: file.contentType }
}

function ownerFile(owner: string, key: string, keptText: KeptText, given: AgentFilesSite) {
  const file = OWNER_FILES.find(({ path }) => `public/${path(owner)}` === key)
  const text = file && keptText(`private/${ownerRecordPath(owner)}`)
  return text == null || file === undefined
    ? null
    : { body: file.body(JSON.parse(text), given), contentType: file.contentType }
}

type KeptText = (key: string) => string | null

function readStored(handle: string, text: KeptText): StoredAgent | null {
  const agent = text(`private/${agentRecordPath(handle)}`)
  const days = text(`private/${agentDaysPath(handle)}`)
  if (agent === null || days === null) return null
  return {
    agent: JSON.parse(agent),
    // Of all files the page alone reads them.
    get days() {
      return JSON.parse(days)
    },
  }
}
