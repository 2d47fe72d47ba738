import { hash32 } from '../prng.ts'
import { AGENT_FILES_HOST, buildFile } from './agent_files.ts'
import { type AgentPlan, COPY_PREFIX } from './agent_plans.ts'
import { contentFile } from './content_files.ts'
import { HOSTILE_ADDRESSES } from './hostile_agents.ts'

/** Returns the address of its file that an agent registers. */
export function toUri(plan: AgentPlan, id: number): string {
  const { slug, shelf } = plan
  switch (shelf) {
    case 'none':
      return ''
    case 'given':
      return HOSTILE_ADDRESSES[slug] as string
    case 'ipfs':
      return contentFile(plan, id).uri
    case 'data':
      return `data:application/json;base64,${Buffer.from(JSON.stringify(buildFile(plan, id))).toString('base64')}`
    default:
      return `${AGENT_FILES_HOST}/${slug.startsWith(COPY_PREFIX) && hash32(slug) % 3 > 0 ? COPY_PREFIX : slug}.json`
  }
}
