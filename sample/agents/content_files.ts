import { buildFile } from './agent_files.ts'
import type { AgentPlan } from './agent_plans.ts'
import { type NamedBlock, toFolder, toOlderBlock, toRawBlock } from './blocks.ts'

/** The agents whose files at IPFS are not one plain block: a file of the older form, and one in a folder. */
const OLDER = 'agent-plant-care'
const IN_A_FOLDER = 'agent-river-levels'
const NAME = 'agent.json'

/** An agent's file at IPFS: its address, and its blocks. */
export interface ContentFile {
  uri: string
  blocks: NamedBlock[]
}

/** The file of an agent, named by its content. */
export function contentFile(plan: AgentPlan, id: number): ContentFile {
  const json = Buffer.from(JSON.stringify(buildFile(plan, id)))
  const file = plan.slug === OLDER ? toOlderBlock(json) : toRawBlock(json)
  if (plan.slug !== IN_A_FOLDER) return { uri: `ipfs://${file.cid}`, blocks: [file] }
  const folder = toFolder({ [NAME]: file })
  return { uri: `ipfs://${folder.cid}/${NAME}`, blocks: [folder, file] }
}
