import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { endpointMap } from '../../pipeline/artifacts/discovery/endpoint_map.ts'
import { sampleHandler } from '../sample_handler.ts'
import { SAMPLE_BASE_URL } from '../sample_output.ts'

const BASE = 'https://assay.example'

test('every free address for programs is in the map once, and no paid one or page', () => {
  const map = endpointMap(BASE)
  const paths = Object.values(map).map((uri) => uri.slice(BASE.length))
  expect(new Set(paths).size).toBe(paths.length)
  for (const { path, price, contentType, id } of ENDPOINTS) {
    if (path.endsWith('*') || id === 'feedback') continue
    const isForPrograms = price === null && !/^text\/(?:html|css)/.test(contentType)
    expect(paths.includes(id === 'badge' ? `${path}.svg` : path), path).toBe(isForPrograms)
  }
})

test('names that were published before lead where they did', () => {
  expect(endpointMap(BASE)).toMatchObject({
    economy: `${BASE}/api/agent-economy/llm-summary`,
    ranking: `${BASE}/api/rankings/{category}/llm-summary`,
    agent: `${BASE}/api/agent/{handle}/llm-summary`,
    methodology: `${BASE}/api/methodology/{category}/llm-summary`,
    badge: `${BASE}/embed/{handle}.svg`,
    signal_inputs: `${BASE}/data/signal-inputs.parquet`,
    counts: `${BASE}/data/counts.json`,
  })
})

test('each address of the published map answers', async () => {
  const handler = await sampleHandler()
  const { machine_readable_endpoints: map } = await handler.json<{
    machine_readable_endpoints: Record<string, string>
  }>('/api/agent-economy/llm-summary')
  // Few agents have a picture.
  const pictured = /og\/agents\/([\w-]+)\.png/.exec(
    [...handler.release.entries()].map(({ key }) => key).join(' '),
  )?.[1] as string
  expect(Object.keys(map).length).toBeGreaterThan(30)
  for (const [name, uri] of Object.entries(map)) {
    const target = uri
      .slice(SAMPLE_BASE_URL.length)
      .replace('{category}', 'developer')
      .replace('{owner}', 'github:sample-quarry')
      .replace('/figures/{figure}', '/figures/alive')
      .replace(/\{\w+\}/, name === 'agent_preview' ? pictured : 'weather-tools')
    const { status } = await handler.ask(target)
    // 400: a parameter is missing; 503: the endpoint needs the service's state; 404: there is no such recorded answer.
    expect(name === 'evidence' ? [404] : [200, 400, 405, 503], `${name}: ${target}`).toContain(status)
  }
})
