import { createRenderer, type TemplateSpec } from '../pages/fill.ts'
import type { PageMethodology } from '../pages/page_site.ts'
import { agentDaysPath, agentRecordPath } from '../release/paths.ts'
import type { Projection } from '../release/projection.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { AGENT_FILES, type AgentFilesSite, type StoredAgent } from './agent_files.ts'

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
    methodologies,
  },
  fill: createRenderer(templateSpec),
})

/** Derives the files of agents from their stored files. */
export function createProjection(given: AgentFilesSite): Projection {
  return {
    keys: (handle) => AGENT_FILES.map(({ side, path }) => `${side}/${path(handle)}`),
    file(handle, key, keptText) {
      const file = AGENT_FILES.find(({ side, path }) => `${side}/${path(handle)}` === key)
      const stored = file && readStored(handle, keptText)
      const body = stored && file.body(stored, given)
      return body == null || file === undefined ? null : { body, contentType: file.contentType }
    },
  }
}

function readStored(handle: string, text: (key: string) => string | null): StoredAgent | null {
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
