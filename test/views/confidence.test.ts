import { expect, test } from 'vitest'
import type { StandingRow } from '../../core/views/agent_record.ts'
import { confidenceReasons } from '../../core/views/confidence.ts'
import { createAgentRecord } from './given_agent_record.ts'
import { signalWith, standingWith } from './given_full_record.ts'

const signals = (...sources: string[]) => sources.map((source) => signalWith({ source }))
const listReasons = (...standings: Partial<StandingRow>[]) =>
  confidenceReasons(createAgentRecord('alder', { standings: standings.map(standingWith) }))
const sentence = (...standings: Partial<StandingRow>[]) => listReasons(...standings)[1]?.sentence

test('confidence rests on the weight, the sources and the days that were observed', () => {
  const seen = [...signals('github', 'github', 'arena'), signalWith({ source: 'nobody', is_assumed: true })]
  expect(listReasons({ signals: seen })).toEqual([
    {
      ...{ input: 'observed_weight', value: 80, medium_from: 40, high_from: 70 },
      sentence: 'Observed signals make up 80 % of the weight of service.',
    },
    {
      ...{ input: 'sources', value: 2, medium_from: 0, high_from: 2 },
      sentence: 'The observed signals of service come from 2 source(s).',
    },
    {
      ...{ input: 'observed_days_30', value: 30, medium_from: 1, high_from: 27 },
      sentence: 'Liveness was observed on 30 of the last 30 days.',
    },
  ])
})

test('of no category and no days it says so', () => {
  const nothing = confidenceReasons(createAgentRecord('alder', { standings: [], reliability: null }))
  expect(nothing.map((part) => part.sentence)).toEqual([
    'Observed signals make up 0 % of the weight of any category.',
    'The observed signals of any category come from 0 source(s).',
    'Liveness was observed on 0 of the last 30 days.',
  ])
})

test('the category counts in which most is observed, then that of most sources, then the first by name', () => {
  const [few, many] = [signals('github'), signals('github', 'arena')]
  const of = (category: StandingRow['category'], observed_weight: number, given = few) => ({
    ...{ category, observed_weight, signals: given },
  })
  for (const swap of [false, true]) {
    const sentenceOfPair = (item: Partial<StandingRow>, other: Partial<StandingRow>) =>
      swap ? sentence(other, item) : sentence(item, other)
    expect(sentenceOfPair(of('service', 60), of('developer', 50, many))).toMatch(/of service come from 1 /)
    expect(sentenceOfPair(of('service', 50, many), of('developer', 50))).toMatch(/of service come from 2 /)
    expect(sentenceOfPair(of('service', 50), of('developer', 50))).toMatch(/of developer come from 1 /)
  }
})
