import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Artifact } from '../../pipeline/release/artifact.ts'
import { publishRelease } from '../../pipeline/release/write.ts'
import { createApp } from '../../service/app.ts'

const json = (path: string, value: unknown, side: Artifact['side'] = 'public'): Artifact => ({
  path,
  side,
  contentType: 'application/json; charset=utf-8',
  body: `${JSON.stringify(value)}\n`,
})
const svg = (path: string, text: string, side: Artifact['side'] = 'public'): Artifact => ({
  path,
  side,
  contentType: 'image/svg+xml; charset=utf-8',
  body: `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>`,
})
const html = (path: string, text: string): Artifact => ({
  path,
  side: 'public',
  contentType: 'text/html; charset=utf-8',
  body: `<!doctype html><title>${text}</title>`,
})

/** Sample agents: 80 ranked, 40 more that are indexed only. */
const AGENTS = Array.from({ length: 120 }, (_, n) => ({
  rank: n < 80 ? n + 1 : null,
  handle: `sample-family-${n}`,
  name: `Sample Family ${n}`,
}))

const ranking = (rows: typeof AGENTS) => ({
  type: 'category_ranking',
  category: 'model_family',
  count: rows.length,
  ranking: rows,
})

const ARTIFACTS: Artifact[] = [
  html('index.html', 'home'),
  html('runs/latest.html', 'run'),
  json('data/counts.json', { counts: { indexed_agents: 120 } }),
  json('api/agent-economy/llm-summary', { type: 'agent_economy_summary' }),
  json('api/rankings/model_family/llm-summary', ranking(AGENTS.slice(0, 50))),
  json('rankings/model_family/evidence-ranked.json', ranking(AGENTS.slice(0, 80)), 'private'),
  json('rankings/model_family/all.json', ranking(AGENTS.slice(0, 100)), 'private'),
  json('api/methodology/model_family/llm-summary', { type: 'methodology' }),
  json(
    'agents-index.json',
    AGENTS.map((one) => [one.handle, one.name]),
    'private',
  ),
  svg('embed/unknown.svg', 'unknown', 'private'),
  ...AGENTS.flatMap((one) => [
    json(`api/agent/${one.handle}/llm-summary`, { type: 'agent_summary', handle: one.handle }),
    svg(`embed/${one.handle}.svg`, one.name),
  ]),
]

/** A folder with one published release, and the application over it. */
export function sampleService() {
  const output = mkdtempSync(join(tmpdir(), 'assay-service-'))
  const publish = (date: string, more: Artifact[] = []) =>
    publishRelease(output, [...ARTIFACTS, ...more], {
      date,
      world: 'sample',
      base_url: 'http://127.0.0.1:8787',
      code: { version: '0', sha256: '0'.repeat(64) },
      inputs: {},
      counts: {},
    })
  const clock = { now: 0 }
  const logged: string[] = []
  const app = createApp({ output, now: () => clock.now, log: (line) => logged.push(line) })
  const remove = () => rmSync(output, { recursive: true, force: true })
  return { output, app, clock, logged, publish, remove }
}
