import { expect, test } from 'vitest'
import { badgeSnippets } from '../../core/views/badge_snippets.ts'
import { describeScore, describeStart, fakedCost } from '../../site/parts/calculator_words.ts'
import { resultMessage, toReport } from '../../site/parts/report_words.ts'
import { triedAddress } from '../../site/parts/try_address.ts'

test('an address is tried with what was filled in, and nothing else', () => {
  const field = (name: string, value: string, isInPath = false) => ({ name, value, isInPath })
  expect(
    triedAddress('/api/agent/{handle}/changes', [field('handle', ' a/b ', true), field('limit', '')]),
  ).toBe('/api/agent/a%2Fb/changes')
  expect(triedAddress('/api/agents/find', [field('q', 'rain & snow'), field('alive', 'true')])).toBe(
    '/api/agents/find?q=rain+%26+snow&alive=true',
  )
})

test('raised signals have a cost; lowered, unpriced or unchanged ones have none', () => {
  const cost = (from: number | null, to: number | null, usd: number | null) => ({ from, to, usd })
  expect(fakedCost([cost(5, 5, 1), cost(5, 4, 1), cost(5, 9, null), cost(5, null, 1)])).toBe('')
  expect(fakedCost([cost(null, 10, 0.22), cost(100, 200, 1)])).toContain('about 102 USD')
  expect(fakedCost([cost(0, 3, 0.001)])).toContain('about 0.003 USD')
  expect(describeScore({ score: 38.2, score_floor: 33.75, score_ceiling: 56, signals: [] })).toBe(
    '38.20 (at worst 33.75, at best 56.00)',
  )
})

test('the calculator says where it starts from', () => {
  expect(describeStart('quartz', true, true)).toMatch(/signals of quartz/)
  expect(describeStart('quartz', true, false)).toMatch(/not scored in this category/)
  expect(describeStart('quartz', false, false)).toMatch(/No agent has the handle quartz/)
})

test('a report has the fields that were filled in, and its status is shown', () => {
  expect(
    toReport([
      ['message', ' It moved. '],
      ['contact', ' '],
    ]),
  ).toEqual({
    message: 'It moved.',
    client_identifier: 'corrections page',
  })
  expect(resultMessage(201, { feedback_id: 'f-1' })).toContain('f-1')
  expect(resultMessage(429, { message: 'Try again in 60 seconds.' })).toBe('Try again in 60 seconds.')
  expect(resultMessage(null, null)).toContain('accepts no reports')
  expect(resultMessage(500, null)).toContain('500')
})

test('a badge links its picture to the page of its agent, in each language', () => {
  const { markdown, html, restructured, shields } = badgeSnippets('https://assay.example', 'quartz')
  expect(markdown).toBe(
    '[![Assay badge of quartz](https://assay.example/embed/quartz.svg)](https://assay.example/agents/quartz)',
  )
  expect(html).toMatch(/^<a href="[^"]*\/agents\/quartz"><img src="[^"]*\/embed\/quartz\.svg"/)
  expect(shields).toBe(
    'https://img.shields.io/endpoint?style=flat&url=https%3A%2F%2Fassay.example%2Fembed%2Fquartz.json',
  )
  expect(restructured).toMatch(/^\.\. image:: .*\/embed\/quartz\.svg\n {3}:target: .*\/agents\/quartz\n/)
})

test('a badge of another style is asked for by its name, and is as high as it is drawn', () => {
  const { html, shields } = badgeSnippets('https://assay.example', 'quartz', 'for-the-badge')
  expect(html).toContain('/embed/quartz.svg?style=for-the-badge" alt="Assay badge of quartz" height="28"')
  expect(shields).toContain('?style=for-the-badge&url=')
  expect(badgeSnippets('https://assay.example', 'quartz', 'flat-square').html).toContain(
    '?style=flat-square" alt="Assay badge of quartz" height="20"',
  )
})
