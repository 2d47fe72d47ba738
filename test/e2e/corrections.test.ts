import { beforeAll, expect, test } from 'vitest'
import { createHandler } from '../../serving/handler/handler.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { Tally } from '../oracle/compare.ts'
import type { Summary } from '../oracle/published.ts'
import { openTrace } from '../oracle/trace_release.ts'
import { sampleOutput } from '../sample_output.ts'
import {
  corrected,
  DAY,
  decidedDay,
  mainRecord,
  REPORT,
  readReleased,
  SOURCE,
  TEXT,
} from './decided/decided_day.ts'

let output: string
let handle: string
let before: Summary
beforeAll(async () => {
  const sample = await sampleOutput()
  handle = corrected(sample)
  before = readReleased(sample, `api/agent/${handle}/llm-summary`)
  output = await decidedDay()
}, 400_000)

const read = <T>(path: string): T => readReleased(output, path)

test('the agent shows what is right, and says what was corrected, when and why', () => {
  const { identity } = read<Summary>(`api/agent/${handle}/llm-summary`)
  expect(before.identity).toMatchObject({ corrections: [] })
  expect(before.identity.website).not.toBeNull()
  expect(identity).toMatchObject({ description: TEXT, website: null, repository: before.identity.repository })
  expect(identity.corrections).toEqual(
    ['description', 'website'].map((field) => ({
      field: `identity.${field}`,
      date: DAY,
      reason: `Its ${field} is wrong.`,
      source_url: SOURCE,
    })),
  )
})

test('the list of corrections is public, with what the record says and with what is not applied', () => {
  const { corrections } = read<{ corrections: object[] }>('data/corrections.json')
  const record = mainRecord(output, handle)
  const [older, description, website, absent] = corrections
  expect(corrections).toHaveLength(4)
  expect(older).toMatchObject({ record, handle, status: 'superseded', value: 'An older text.' })
  expect(description).toMatchObject({ record, handle, status: 'applied', value: TEXT, feedback_id: REPORT })
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
  const handler = createHandler({ current, now: () => new Date(`${DAY}T12:00:00Z`), log: () => {} })
  const answer = await handler.answer(new Request('http://localhost/api/agents/find?q=quince-coloured'))
  const found = (await answer.json()) as { candidates: { handle: string }[] }
  expect(found.candidates.map((candidate) => candidate.handle)).toEqual([handle])
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
