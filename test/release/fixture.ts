import type { Artifact } from '../../core/release/artifact.ts'
import type { Layout, ReleaseInputs } from '../../core/release/manifest.ts'
import { parseHandle } from '../../core/release/parse_handle.ts'
import { shardNumber } from '../../core/release/shards.ts'

export const LAYOUTS: Layout[] = ['files', 'packs']

/** The recorded inputs of a run, for one date. */
export function createInputs(date: string, more: Partial<ReleaseInputs> = {}): ReleaseInputs {
  return {
    date,
    world: 'sample',
    base_url: 'http://127.0.0.1:8787',
    code: { version: '1.0.0', sha256: 'c0de' },
    inputs: { [`archive:${date}`]: 'aaaa' },
    counts: { indexed_agents: 2 },
    ...more,
  }
}

/** One public file. */
export function file(path: string, body: string | Uint8Array = `body of ${path}`): Artifact {
  return { path, body, contentType: 'text/plain; charset=utf-8', side: 'public' }
}

/** The files of an agent in a release: of both sides, one of them binary. */
export function agentFiles(handle: string, body = `of ${handle}`): Artifact[] {
  return [
    file(`api/agent/${handle}/llm-summary`, `summary ${body}`),
    file(`api/public/trust/${handle}`, `trust ${body}`),
    file(`embed/${handle}.svg`, `badge ${body}`),
    { ...file(`agents/${handle}.json`, new TextEncoder().encode(`\u0000 ${body} é`)), side: 'private' },
  ]
}

/** The order in which a release of packs takes its artifacts: shard by shard, what is no agent's first. */
export function inShardOrder(artifacts: Artifact[]): Artifact[] {
  const shard = ({ side, path }: Artifact): number => {
    const agent = parseHandle(side, path)
    return agent === null ? -1 : shardNumber(agent)
  }
  return artifacts.toSorted((a, b) => shard(a) - shard(b))
}
