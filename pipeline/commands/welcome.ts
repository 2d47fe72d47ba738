import { z } from 'zod'
import { A2A, MCP } from '../../interface/service.ts'
import { AssayError } from '../errors.ts'
import type { Release } from '../release/release.ts'
import type { World } from '../universe.ts'

const WORLDS: Record<World, string> = {
  live: 'the index',
  replay: 'a replay of the upstreams (for tests: its numbers are not facts)',
  sample: 'the sample universe (invented agents)',
}

/** What a person who has just started the server can open and try, with a handle of this very release. */
export function welcomeLines(release: Release, url: string): string[] {
  const handle = firstHandle(release)
  const paths = [
    '/api/rankings/model_family/llm-summary?limit=3',
    ...(handle === null
      ? ['/api/methodology/model_family/llm-summary', '/api/agent-economy/llm-summary']
      : [`/api/agent/${handle}/llm-summary`, `/embed/${handle}.svg`]),
  ]
  return [
    `Assay serves ${WORLDS[release.about.world]}: release ${release.id}`,
    `Open ${url}/`,
    'Try',
    ...paths.map((path) => `  curl -s '${url}${path}'`),
    `Agents: MCP at ${url}${MCP.path}, A2A at ${url}${A2A.path} (docs/connect.md shows each client)`,
    'Stop with Ctrl-C',
  ]
}

const agentsIndex = z.array(z.tuple([z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/), z.string()]))

function firstHandle(release: Release): string | null {
  const file = release.file('private', 'agents-index.json')
  if (file === null)
    throw new AssayError(`release ${release.id} has no list of its agents: publish its day again`)
  return agentsIndex.parse(JSON.parse(file.read().toString('utf8')))[0]?.[0] ?? null
}
