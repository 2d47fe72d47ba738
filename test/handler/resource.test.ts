import { beforeAll, expect, test } from 'vitest'
import type { ResourceId } from '../../core/resources/resources.ts'
import { renderCached } from '../../serving/handler/json_answer.ts'
import { readResource } from '../../serving/handler/resource.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { overRest } from '../tools/rest.ts'
import { sampleKit } from '../tools/tool_kit.ts'

const HANDLE = 'tide-desk-sample-example'

let at: { release: ServedRelease; today: string }
beforeAll(async () => {
  at = { release: (await sampleKit()).release, today: '2026-01-05' }
}, 300_000)

const REQUESTS: [ResourceId, Record<string, string>][] = [
  ['economy_summary', {}],
  ['category_ranking', { category: 'service' }],
  ['category_ranking', { category: 'service', limit: '3' }],
  ['agent_summary', { handle: HANDLE.toUpperCase() }],
  ['agents_bulk', { handles: `${HANDLE},nobody` }],
  ['comparison', { agents: `${HANDLE},account-book` }],
  ['methodology', { category: 'service' }],
  ['trust_evaluation', { handle: HANDLE }],
  ['ghost_index', {}],
  ['ghost_index', { history: '1' }],
  ['ghost_index', { live: 'true' }],
  ['reliability', {}],
  ['reliability', { handle: HANDLE }],
  ['x402_demand', { top: '2' }],
  ['x402_demand', { chain: 'eip155:999' }],
  ['public_trust', { agentId: HANDLE }],
  ['price_multiplier', { agentId: HANDLE }],
  ['changes', { days: '2' }],
  ['proof_of_index', {}],
  ['agent_trust', { handle: HANDLE }],
  ['agent_changes', { handle: HANDLE, limit: '2' }],
  ['ecosystem_summary', {}],
  ['find', { q: 'weather' }],
]

test.each(REQUESTS)('the resource of %s %j is what the bytes of REST say', async (id, given) => {
  // Parsed JSON objects keep the order of their keys: REST's is that of the schema.
  const resource: unknown = await readResource(id, given, at)
  const rest = await overRest(id, given, at)
  expect(JSON.stringify(resource)).toBe(JSON.stringify(rest))
})

test.each<[ResourceId, Record<string, string>, number, string]>([
  ['agent_trust', { handle: 'nobody' }, 404, 'agent_not_found'],
  ['trust_evaluation', { handle: 'nobody' }, 404, 'agent_not_found'],
  ['trust_evaluation', { handle: 'no body' }, 404, 'agent_not_found'],
  ['trust_evaluation', { handle: ' ' }, 400, 'invalid_parameter'],
  ['methodology', { category: 'mcp_server' }, 400, 'invalid_category'],
  ['find', {}, 400, 'missing_parameter'],
])('%s %j is refused as REST refuses it', async (id, given, status, code) => {
  await expect(readResource(id, given, at)).rejects.toMatchObject({ status, code })
  await expect(overRest(id, given, at)).rejects.toMatchObject({ status, code })
})

test('what code makes is given as it is, and fills no memory', async () => {
  const { release } = at
  const before = release.cachedBytes
  const item = { a: 1 }
  const made = renderCached(release, 'one', async () => item)
  for (let time = 0; time < 3; time += 1) expect(await made.object()).toBe(item)
  expect(release.cachedBytes).toBe(before)
  for (let time = 0; time < 2; time += 1)
    expect(new TextDecoder().decode((await made.content()).bytes)).toBe('{"a":1}\n')
  expect(release.cachedBytes).toBeGreaterThan(before)
})

test('the id of an endpoint gives the type of its resource', async () => {
  const { verdict } = await readResource('trust_evaluation', { handle: HANDLE }, at)
  expect<'proceed' | 'caution' | 'reject'>(verdict).toMatch(/^(proceed|caution|reject)$/)
  // @ts-expect-error what is paid for is no free read
  await expect(readResource('trust_summary', { handle: HANDLE }, at)).rejects.toMatchObject({ status: 404 })
})
