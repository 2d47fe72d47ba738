import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Artifact } from '../../core/release/artifact.ts'
import { publishRelease } from '../../core/release/write.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** An output folder that is removed after the test. */
export function emptyOutput(): string {
  const output = mkdtempSync(join(tmpdir(), 'assay-service-'))
  onTestFinished(() => rmSync(output, { recursive: true, force: true }))
  return output
}

/** Publishes a small release and returns its id. */
export function publish(output: string, date: string, artifacts: Artifact[] = sampleArtifacts()): string {
  return publishRelease(output, artifacts, {
    date,
    world: 'sample',
    base_url: 'http://127.0.0.1:8787',
    code: { version: '1.0.0', sha256: 'c0de' },
    inputs: {},
    counts: {},
  }).id
}

/** One JSON artifact in its rendered form. */
export function json(path: string, value: unknown, side: Artifact['side'] = 'public'): Artifact {
  return { path, side, contentType: JSON_TYPE, body: `${JSON.stringify(value)}\n` }
}

/** A ranking of the first `rows` agents. */
export function ranking(rows: number, name: string) {
  const ranked = Array.from({ length: rows }, (_, i) => ({
    rank: i + 1,
    handle: `agent-${i}`,
    name: 'ünï "q"',
  }))
  return {
    type: 'category_ranking',
    category: 'developer',
    count: rows,
    ranking: ranked,
    limitations: [name],
  }
}

const HANDLES = ['Claude-Sonnet', 'deepseek_chat', 'agent-0', 'agent-1']

/** Every kind of artifact that the routes read; `version` changes the economy summary alone. */
export function sampleArtifacts(version = 'one'): Artifact[] {
  return [
    { path: 'index.html', side: 'public', contentType: 'text/html; charset=utf-8', body: '<p>home</p>' },
    { path: 'runs/latest.html', side: 'public', contentType: 'text/html; charset=utf-8', body: '<p>run</p>' },
    json('data/counts.json', { counts: 1 }),
    json('data/deep/er.json', { deeper: true }),
    json('secret.json', { secret: true }, 'private'),
    json('api/agent-economy/llm-summary', { type: 'economy', version }),
    json('api/methodology/developer/llm-summary', { type: 'methodology' }),
    json('api/rankings/developer/llm-summary', ranking(50, 'evidence')),
    json('rankings/developer/evidence-ranked.json', ranking(80, 'evidence'), 'private'),
    json('rankings/developer/all.json', ranking(100, 'all'), 'private'),
    json('rankings/mcp_server/all.json', ranking(3, 'tools only'), 'private'),
    json(
      'agents-index.json',
      HANDLES.map((handle) => [handle, `Name of ${handle}`]),
      'private',
    ),
    ...HANDLES.flatMap((handle) => [
      json(`api/agent/${handle}/llm-summary`, { handle }),
      svg(`embed/${handle}.svg`, handle, 'public'),
    ]),
  ]
}

function svg(path: string, text: string, side: Artifact['side']): Artifact {
  return { path, side, contentType: 'image/svg+xml; charset=utf-8', body: `<svg>${text}</svg>` }
}
