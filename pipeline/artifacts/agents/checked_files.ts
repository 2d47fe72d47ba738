import type { z } from 'zod'
import { RunFailed } from '../../../core/domain/errors.ts'
import { AGENT_FILES, type AgentFilesSite, type StoredAgent } from '../../../core/projection/agent_files.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { PARTS, RESOURCES } from '../../../core/resources/schemas.ts'
import { json } from '../site.ts'

const SCHEMAS = { ...RESOURCES, ...PARTS }

/** Yields every file derived from an agent's stored data. Throws RunFailed for JSON that does not match its schema. */
export function* checkedFiles(stored: StoredAgent, context: AgentFilesSite): Generator<Artifact> {
  for (const { schema, side, contentType, path, body } of AGENT_FILES) {
    const text = body(stored, context)
    if (text === null) continue
    const file = { side, contentType, path: path(stored.agent.handle), body: text }
    if (schema !== null) requireAsSchema(file.path, text, SCHEMAS[schema] as z.ZodType)
    yield file
  }
}

/** Throws RunFailed for JSON that does not match its schema to the byte. */
export function requireAsSchema(path: string, text: string, schema: z.ZodType): void {
  if (json(schema.parse(JSON.parse(text))) !== text)
    throw new RunFailed(
      `${path} has fields that its schema does not name, or in another order: mend its view`,
    )
}
