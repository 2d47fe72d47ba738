import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { currentRelease } from '../../core/release/release.ts'
import { broken, verifyFolder } from '../../lab/e2e/tamper/target.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { Tally } from '../oracle/compare.ts'
import type { Summary } from '../oracle/published.ts'
import { openTrace, traceRelease } from '../oracle/trace_release.ts'
import { sampleOutput } from '../sample_output.ts'
import { DAY, DECIDED, decidedDay, LAB, OTHER, readReleased, SERVER, THIRD } from './decided/decided_day.ts'

let output: string
let before: Summary
beforeAll(async () => {
  before = readReleased(await sampleOutput(), 'api/agent/sample-labs-08/llm-summary')
  output = await decidedDay()
}, 400_000)

const read = (path: string): string =>
  currentRelease(output)?.file('public', path)?.read().toString('utf8') ?? 'null'
const readSummary = (handle: string): Summary => JSON.parse(read(`api/agent/${handle}/llm-summary`))

interface Overridden {
  overrides: { handle_a: string | null; handle_b: string | null; status: string }[]
}

test('two that a key joins are two agents where a person says so: the first keeps its handle', () => {
  expect(before.identity.records).toHaveLength(2)
  const { overrides } = JSON.parse(read('data/corrections.json')) as Overridden
  const [parted] = overrides
  const [server, lab] = [readSummary(parted?.handle_a ?? ''), readSummary(parted?.handle_b ?? '')]
  expect(parted?.status).toBe('applied')
  expect([server.handle, lab.handle].filter((handle) => handle === before.handle)).toHaveLength(1)
  for (const [agent, record, other] of [
    [server, SERVER, LAB],
    [lab, LAB, SERVER],
  ] as const) {
    expect(agent.identity.records).toHaveLength(1)
    expect(agent.identity).toMatchObject({ overrides: [{ record, other, verdict: 'different', ...DECIDED }] })
  }
})

test('two that nothing joins are one agent where a person says so, and the other handle is retired', () => {
  const { overrides } = JSON.parse(read('data/corrections.json')) as Overridden
  expect(overrides[1]).toMatchObject({
    handle_a: 'sample-labs-01',
    handle_b: 'sample-labs-01',
    status: 'applied',
  })
  const { identity } = readSummary('sample-labs-01')
  expect(identity.records.map(({ reason }) => reason.split(',')[0])).toContain('shares an identity override')
  expect(identity).toMatchObject({ overrides: [{ record: OTHER, other: THIRD, verdict: 'same' }] })
  expect(read('api/agent/sample-labs-02/llm-summary')).toBe('null')
  expect(read('api/changes/v1')).toContain('merged into sample-labs-01')
})

test('a retired handle leads to the agent that has its record, and its tombstone in the log says so', async () => {
  const { current } = followRelease({ output, now: () => 0, log: () => {} })
  const handler = createHandler({ current, now: () => new Date(`${DAY}T12:00:00Z`), log: () => {} })
  const ask = async (path: string) => (await handler.answer(new Request(`http://localhost${path}`))).json()
  expect(await ask('/api/trust/evaluate?handle=sample-labs-02')).toMatchObject({
    handle: 'sample-labs-01',
    resolved_from: { kind: 'handle', how: 'former', certainty: 'certain' },
  })
  const refused = (await ask('/api/agent/sample-labs-02/llm-summary')) as { message: string }
  expect(JSON.stringify(refused)).toContain('/api/agent/sample-labs-01/llm-summary')
  const claims = await verifyFolder(output, null)
  expect(broken(claims)).toEqual([])
  expect(claims.map(({ name }) => name)).toContain('log: its newest entries say what is published')
})

test('a record that no source ever listed stops nothing: the page and the status say it', () => {
  const { overrides } = JSON.parse(read('data/corrections.json')) as Overridden
  expect(overrides[2]).toMatchObject({ handle_b: null, status: 'record_unknown' })
  expect(JSON.parse(readFileSync(join(output, 'current/public/status.json'), 'utf8'))).toMatchObject({
    unknown_records: ['mcp_registry:com.example/absent'],
  })
  expect(read('corrections.html')).toContain('no source ever listed it')
})

test('the pages of an agent say what was decided, and no text becomes a mark', () => {
  const words = 'are the same agent. Read &lt;b&gt;there&lt;/b&gt;.'
  expect(read('agents/sample-labs-01.html')).toContain(words)
  expect(read('corrections.html')).toContain('Read &lt;b&gt;there&lt;/b&gt;.')
})

test('every value of the release is traced, corrected ones too, and one that hides an override is reported', async () => {
  const { differences } = await traceRelease(output, { agents: 'all', seed: 1 })
  expect(differences).toEqual([])
  const { agent, release } = await openTrace(output)
  const summary = release.summaries.get('sample-labs-01') as Summary
  const tally = new Tally()
  agent(tally, summary.handle, { ...summary, identity: { ...summary.identity, overrides: [] } } as Summary)
  expect(tally.differences.length).toBeGreaterThan(0)
})
