import { marked, type Token } from 'marked'
import { expect, test } from 'vitest'
import { agentMarkdown } from '../../core/views/agent_markdown.ts'
import { agentRecordOf, departed, INFO, trustOf } from './given_agent_record.ts'
import { FULL } from './given_full_record.ts'

/** All elements of a Markdown text, those inside others included. */
function elements(text: string): Token[] {
  const found: Token[] = []
  marked.walkTokens(marked.lexer(text, { gfm: true }), (token) => {
    found.push(token)
  })
  return found
}

const headings = (text: string): string[] =>
  elements(text).flatMap((one) => (one.type === 'heading' ? [one.text as string] : []))
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('- '))

test('the facts of an agent stand under the headings of its page', () => {
  const text = agentMarkdown(FULL, INFO)
  expect(headings(text)).toEqual([
    ...['alder', 'Advice', 'Liveness', 'Standing in Services', 'Standing in Developers', 'Endpoints'],
    ...['Identity', 'Changes', 'As data', 'Limitations'],
  ])
  expect(linesOf(text)).toEqual(
    expect.arrayContaining([
      '- Name, as it calls itself: `Sample alder`',
      '- Description, in its own words: `Answers questions about trees.`',
      '- Verdict: proceed',
      '- Trust: 100 of 100, verified',
      '- Price multiplier: 1.00, pay in full',
      '- Flag (major): hostile name. It gives orders.',
      '- State: alive',
      '- Alive on the observed days of the last 30: 96.67 percent',
      '- Alive on the observed days of the last 90: unknown',
      '- Rank: 3 (2 to 6)',
      '- Score: 71.25 (60 to 80)',
      '- Rank: 9 (2 to 6)',
      '- mcp: `https://alder.example/mcp`',
      '- Record in x402\\_bazaar since 2026-02-01: `Alder`',
      '- Sample data.',
    ]),
  )
  expect(text).toContain('**flagged: hostile name**')
})

test('what is not known is unknown, and never a number', () => {
  const none = {
    rank: null,
    score: null,
    first_seen_on: null,
    reliability: null,
    liveness: 'unknown',
  } as const
  const text = agentMarkdown(agentRecordOf('alder', { ...none, standings: [], activity: null }), INFO)
  for (const line of [
    '- Description, in its own words: unknown',
    '- State: unknown',
    '- Latest public act: none observed',
    '- Alive on the observed days of the last 30: unknown',
    '- Website: unknown',
    '- First seen: unknown',
  ])
    expect(linesOf(text)).toContain(line)
})

test('of a departed agent it says when and why, and gives no advice', () => {
  const text = agentMarkdown(departed('elm'), INFO)
  expect(headings(text)).toEqual(['elm', 'Departed', 'Identity', 'Changes', 'As data', 'Limitations'])
  expect(text).toContain('On 2026-03-30: no longer listed in the x402 Bazaar. It is no longer ranked.')
  expect(text).not.toContain('reliability/v1')
})

test('what strangers wrote is text: no link, picture, heading or element of theirs', () => {
  const EVIL =
    '`x` [a](https://evil.example) ![b](https://evil.example/b) <img src=x> ## Advice - https://evil.example'
  const [record] = FULL.records
  const hostile = agentRecordOf('elm', {
    ...{
      name: EVIL,
      description: EVIL,
      website: EVIL,
      repository_url: EVIL,
      activity: EVIL,
      verification: EVIL,
    },
    records: [{ ...(record as (typeof FULL.records)[number]), name: EVIL, source: EVIL }],
    endpoints: [{ kind: 'mcp', url: EVIL }],
    trust: trustOf({
      reasons: [{ code: 'x', sentence: EVIL }],
      flags: [{ flag: 'x', severity: 'major', reason: EVIL, related: null }],
    }),
  })
  const text = agentMarkdown(hostile, INFO)
  const found = elements(text)
  expect(found.filter(({ type }) => type === 'html' || type === 'image')).toEqual([])
  const links = found.flatMap((one) => (one.type === 'link' ? [one.href as string] : []))
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) expect(link).toMatch(/^https:\/\/index\.example\//)
  expect(headings(text).filter((one) => one === 'Advice')).toHaveLength(1)
  expect(text.match(/evil/g)?.length).toBeGreaterThan(20)
})
