import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { SKILLS } from '../../core/interface/skills.ts'
import { TOOLS } from '../../core/interface/tools.ts'
import { agentCard } from '../../pipeline/artifacts/discovery/agent_card.ts'
import { aiCatalog } from '../../pipeline/artifacts/discovery/ai_catalog.ts'
import { llmsFullTxt } from '../../pipeline/artifacts/discovery/llms_full.ts'
import { llmsTxt } from '../../pipeline/artifacts/discovery/llms_txt.ts'
import { mcpManifest, mcpServerCard } from '../../pipeline/artifacts/discovery/mcp.ts'
import { serverJson } from '../../pipeline/artifacts/discovery/server_json.ts'
import { x402Manifest } from '../../pipeline/artifacts/discovery/x402.ts'
import developer from '../../pipeline/methodology/developer.ts'
import { info } from './given_info.ts'

test('every tool is one line that says when to use it, and its twin is an endpoint', () => {
  const ids = new Set(ENDPOINTS.map(({ id }) => id))
  for (const { name, description, endpoint } of TOOLS) {
    expect(description, name).toMatch(/^[^\n]{20,200}$/)
    expect(description, name).toMatch(/ Use it /)
    if (endpoint !== null) expect(ids.has(endpoint), `${name}: ${endpoint}`).toBe(true)
  }
})

test.each([
  ['https://assay.example', 'example.assay/assay'],
  ['http://127.0.0.1:8787', 'localhost/assay'],
  ['http://[::1]:8787', 'localhost/assay'],
])('the server card of %s is named %s', (base_url, name) => {
  const card = mcpServerCard(info({ base_url }))
  expect(card.name).toBe(name)
  expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect(card.remotes[0]).toMatchObject({ type: 'streamable-http', url: `${base_url}/api/mcp/v1` })
})

test('every skill shows a data part that names it', () => {
  for (const { id, examples, tags } of SKILLS) {
    const parts = examples
      .filter((example) => example.startsWith('{'))
      .map((example) => JSON.parse(example) as { skill: string })
    expect(parts.map(({ skill }) => skill)).toEqual([id])
    expect(tags.length).toBeGreaterThan(0)
  }
})

test('the payment manifest names no network, and only a live one takes real money', () => {
  const manifest = x402Manifest(info())
  expect(JSON.stringify(manifest)).not.toMatch(/payTo|eip155|0x[0-9a-fA-F]{40}/)
  for (const resource of manifest.resources) expect(resource).toMatch(/^https:\/\/assay\.example\/[\w/]+$/)
  expect(manifest.instructions).toContain('No real money')
  expect(x402Manifest(info({ world: 'live' })).instructions).not.toContain('No real money')
})

test('the catalogue leads to documents that exist, each under an identifier of its own', () => {
  const { entries } = aiCatalog(info())
  const files = new Set(ENDPOINTS.map(({ path }) => path))
  for (const { url } of entries) {
    const { pathname } = new URL(url)
    expect(files.has(pathname) || pathname.startsWith('/data/'), url).toBe(true)
  }
  expect(new Set(entries.map(({ identifier }) => identifier)).size).toBe(entries.length)
})

test('llms.txt has one line for every address, and our numbers', () => {
  const lines = llmsTxt(info()).split('\n')
  expect(lines[0]).toBe('# Assay')
  expect(lines[2]).toMatch(/^> /)
  for (const { method, path, title } of ENDPOINTS)
    expect(
      lines.filter((line) => line.startsWith(`- [${method} ${path.replace('*', '{file}')}](`)),
      `${path} ${title}`,
    ).toHaveLength(1)
  const text = lines.join('\n')
  expect(text).toContain('the index holds 41 agents, 17 of them ranked')
  expect(text).toContain('23 are alive, an unknown number are not')
  expect(text).toContain('`developer`: Developer agents, methodology v9.made-up; indexed 29, ranked unknown')
})

test('llms-full.txt is llms.txt, and then says all of each endpoint, tool, skill and methodology', () => {
  const text = llmsFullTxt(info(), [developer])
  expect(text.startsWith(llmsTxt(info()).trimEnd())).toBe(true)
  const titles = text.split('\n').filter((line) => line.startsWith('### '))
  const documented = ENDPOINTS.filter(({ contentType }) => !contentType.startsWith('text/html'))
  expect(titles).toEqual([
    ...documented.map(({ method, path }) => `### ${method} ${path.replace('*', '{file}')}`),
    ...TOOLS.map(({ name }) => `### ${name}`),
    ...SKILLS.map(({ id }) => `### ${id}`),
    `### ${developer.name}, ${developer.version}`,
  ])
  for (const { name } of documented.flatMap(({ parameters }) => parameters))
    expect(text).toMatch(new RegExp(`^- \`${name}\` \\((?:path|query)`, 'm'))
  for (const { key, weight, why } of developer.signals)
    expect(text).toContain(`- \`${key}\`, weight ${weight}: ${why}`)
  expect(text).toContain('- `limit` (query): Number of rows. It must be one whole number from 1 to 100.')
})

test.each([
  ['mcp.json', mcpManifest],
  ['server.json', serverJson],
  ['server-card.json', mcpServerCard],
  ['agent-card.json', agentCard],
  ['x402', x402Manifest],
  ['ai-catalog.json', aiCatalog],
  ['llms.txt', llmsTxt],
])('%s says that sample data is sample data, and a live one does not', (_, document) => {
  expect(JSON.stringify(document(info()))).toContain('Sample data')
  expect(JSON.stringify(document(info({ world: 'live' })))).not.toContain('Sample data')
})
