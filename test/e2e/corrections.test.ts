import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runFeedback } from '../../cli/commands/feedback.ts'
import { currentRelease } from '../../core/release/release.ts'
import { readCorrections } from '../../pipeline/catalog/corrections.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { FeedbackStore } from '../../serving/service/feedback/feedback_store.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { runSampleDay } from '../kit/sample_day.ts'
import { Tally } from '../oracle/compare.ts'
import type { Summary } from '../oracle/published.ts'
import { openTrace, traceRelease } from '../oracle/trace_release.ts'
import { PUBLISHED_DAYS, SAMPLE_BASE_URL, sampleOutput } from '../sample_output.ts'
import { sqliteStore } from '../service/store/stores.ts'

const [FIRST, SECOND] = SAMPLE_DAYS.slice(PUBLISHED_DAYS.length - 1) as [string, string]
const ID = '00000000-0000-4000-8000-000000000001'
const SOURCE = 'https://sample.example/about'
const TEXT = 'A quince-coloured weather service, as its makers describe it.'

let output: string
let handle: string
let before: Summary
beforeAll(async () => {
  output = mkdtempSync(join(tmpdir(), 'assay-corrections-'))
  cpSync(await sampleOutput(), output, { recursive: true, verbatimSymlinks: true })
  const [reported] = read<{ ranking: { handle: string }[] }>('api/rankings/developer/llm-summary').ranking
  handle = reported?.handle ?? ''
  before = read<Summary>(`api/agent/${handle}/llm-summary`)
  await runSampleDay(output, SECOND, { corrections: await fromFeedback(), baseUrl: SAMPLE_BASE_URL })
}, 400_000)
afterAll(() => rmSync(output, { recursive: true, force: true }))

function read<T>(path: string, side: 'public' | 'private' = 'public'): T {
  const text = currentRelease(output)?.file(side, path)?.read().toString('utf8')
  return JSON.parse(text ?? 'null') as T
}

const mainRecord = (): string => read<{ main_record: string }>(`agents/${handle}.json`, 'private').main_record

/** Two accepted reports about the agent, and two lines by hand: an older one and one about an unknown record. */
async function fromFeedback() {
  const file = join(output, 'corrections.csv')
  writeFileSync(file, HEADER)
  const state = await sqliteStore()
  const store = new FeedbackStore(await state.open())
  const tools = { store, corrections: file, now: () => Date.parse(SECOND), print: () => {} }
  const fields = [
    ['description', TEXT],
    ['website', ''],
  ]
  for (const [index, [field = '', value = '']] of fields.entries()) {
    const id = ID.replace(/1$/, String(index + 1))
    const report = { feedback_type: 'wrong_data' as const, message: field, agent_handle: handle }
    await store.add(report, { id, caller: 'a', now: 0 })
    const options = ['--accept', '--reason', `Its ${field} is wrong.`, '--source', SOURCE]
    await runFeedback(
      ['resolve', id, ...options, '--field', field, '--value', value, '--output', output],
      tools,
    )
  }
  await state.remove()
  const manualLines = [
    `${FIRST},${mainRecord()},description,An older text.,A first try.,${SOURCE},`,
    `${SECOND},mcp_registry:com.example/absent,name,Sample,No such record.,${SOURCE},`,
  ]
  writeFileSync(file, `${readFileSync(file, 'utf8')}${manualLines.join('\n')}\n`)
  return readCorrections(file)
}

const HEADER = 'date,record,field,value,reason,source_url,feedback_id\n'

test('the agent shows what is right, and says what was corrected, when and why', () => {
  const { identity } = read<Summary>(`api/agent/${handle}/llm-summary`)
  expect(before.identity).toMatchObject({ corrections: [] })
  expect(before.identity.website).not.toBeNull()
  expect(identity).toMatchObject({ description: TEXT, website: null, repository: before.identity.repository })
  expect(identity.corrections).toEqual(
    ['description', 'website'].map((field) => ({
      field: `identity.${field}`,
      date: SECOND,
      reason: `Its ${field} is wrong.`,
      source_url: SOURCE,
    })),
  )
})

test('the list of corrections is public, with what the record says and with what is not applied', () => {
  const { corrections } = read<{ corrections: object[] }>('data/corrections.json')
  const record = mainRecord()
  const [older, description, website, absent] = corrections
  expect(corrections).toHaveLength(4)
  expect(older).toMatchObject({ record, handle, status: 'superseded', value: 'An older text.' })
  expect(description).toMatchObject({ record, handle, status: 'applied', value: TEXT, feedback_id: ID })
  expect(description).toMatchObject({ original: before.identity.description })
  expect(website).toMatchObject({
    handle,
    value: null,
    original: before.identity.website?.replace(/\/$/, ''),
    source_url: SOURCE,
  })
  expect(absent).toMatchObject({ status: 'not_applied', handle: null, original: null, feedback_id: null })
})

test('what is right can be found', async () => {
  const { current } = followRelease({ output, now: () => 0, log: () => {} })
  const handler = createHandler({ current, now: () => new Date(`${SECOND}T12:00:00Z`), log: () => {} })
  const answer = await handler.answer(new Request('http://localhost/api/agents/find?q=quince-coloured'))
  const found = (await answer.json()) as { candidates: { handle: string }[] }
  expect(found.candidates.map((candidate) => candidate.handle)).toEqual([handle])
})

test('every value of the release is traced, the corrected ones to their corrections', async () => {
  const { differences, agents } = await traceRelease(output, { agents: 'all', seed: 1 })
  expect(differences).toEqual([])
  expect(agents).toContain(handle)
})

test('a value that differs from its correction, and one that none explains, are reported', async () => {
  const { agent, release } = await openTrace(output)
  const summary = release.summaries.get(handle) as Summary
  const missed = [
    { ...summary, identity: { ...summary.identity, website: before.identity.website } },
    { ...summary, identity: { ...summary.identity, corrections: [] } },
    { ...summary, name: 'Another' },
  ].map((changed) => {
    const tally = new Tally()
    agent(tally, handle, changed)
    return tally.differences.length
  })
  expect(missed.every((count) => count > 0)).toBe(true)
})
