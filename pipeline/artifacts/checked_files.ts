import type { z } from 'zod'
import { RunFailed } from '../../core/domain/errors.ts'
import {
  AGENT_FILES,
  type AgentFilesSite,
  type AgentJson,
  type KeptOfAgent,
} from '../../core/projection/agent_files.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { agentChanges } from '../../core/resources/agent_changes.schema.ts'
import { agentSummary } from '../../core/resources/agent_summary.schema.ts'
import { agentTrust } from '../../core/resources/agent_trust.schema.ts'
import { findCandidate } from '../../core/resources/find.schema.ts'
import { priceMultiplier } from '../../core/resources/price_multiplier.schema.ts'
import { publicTrust } from '../../core/resources/public_trust.schema.ts'
import { json } from './site.ts'

const SCHEMAS: Record<AgentJson, z.ZodType> = {
  summary: agentSummary,
  trust: agentTrust,
  changes: agentChanges,
  public_trust: publicTrust,
  price_multiplier: priceMultiplier,
  candidate: findCandidate,
}

/** Every file that is made from what is kept of an agent. Throws RunFailed for JSON that is not as its schema says. */
export function* checkedFiles(kept: KeptOfAgent, given: AgentFilesSite): Generator<Artifact> {
  for (const { id, side, contentType, path, body } of AGENT_FILES) {
    const text = body(kept, given)
    if (text === null) continue
    const file = { side, contentType, path: path(kept.agent.handle), body: text }
    if (id in SCHEMAS) requireAsSchema(file.path, text, SCHEMAS[id as AgentJson])
    yield file
  }
}

function requireAsSchema(path: string, text: string, schema: z.ZodType): void {
  if (json(schema.parse(JSON.parse(text))) !== text)
    throw new RunFailed(
      `${path} has fields that its schema does not name, or in another order: mend its view`,
    )
}
