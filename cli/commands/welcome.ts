import { z } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import type { World } from '../../core/domain/world.ts'
import { A2A, MCP } from '../../core/interface/service.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import type { Release } from '../../core/release/release.ts'

const WORLDS: Record<World, string> = {
  live: 'the index',
  replay: 'a replay for tests (its numbers are not facts)',
  sample: 'a sample index (invented agents)',
}

/**
 * Lists what to open and try right after a start, with a handle of this release. `payments` says how calls are paid.
 */
export function welcomeLines(release: Release, url: string, payments: string[] = []): string[] {
  const { world, date } = release.about
  const handle = firstHandle(release)
  const paths = [
    '/api/rankings/model_family/llm-summary?limit=3',
    ...(handle === null
      ? ['/api/methodology/model_family/llm-summary', '/api/agent-economy/llm-summary']
      : [`/api/agent/${handle}/llm-summary`, `/embed/${handle}.svg`]),
  ]
  return [
    `Serving ${WORLDS[world]} as of ${date}.`,
    `Open ${url}/`,
    'Or try',
    ...paths.map((path) => `  curl -s '${url}${path}'`),
    `Agents connect to ${url}${MCP.path} (MCP) and ${url}${A2A.path} (A2A); docs/use/connect.md has the settings of each client`,
    ...payments,
    'Stop with Ctrl-C',
  ]
}

// Other columns than handle and name are for the handler.
const agentsIndex = z.array(z.tuple([z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/), z.string()], z.unknown()))

function firstHandle(release: Release): string | null {
  const file = release.file('private', PRIVATE_PATHS.agentsIndex)
  if (file === null)
    throw new OperationalError(`release ${release.id} has no list of its agents: publish its day again`)
  return agentsIndex.parse(JSON.parse(file.read().toString('utf8')))[0]?.[0] ?? null
}
