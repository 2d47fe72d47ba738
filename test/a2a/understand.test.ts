import { expect, test } from 'vitest'
import { SKILLS } from '../../core/interface/skills.ts'
import { readSkillRequest } from '../../serving/service/a2a/understand.ts'

const said = (text: string) => readSkillRequest([{ kind: 'text', text }])

test.each([
  ['Find agents for weather', 'find_agents', { q: 'weather' }],
  ['find me an agent that can book flights.', 'find_agents', { q: 'book flights' }],
  ['Hi! Could you please find agents alive for weather?', 'find_agents', { q: 'weather', alive: true }],
  ['who can translate documents?', 'find_agents', { q: 'translate documents' }],
  ['Which agents can code', 'find_agents', { q: 'code' }],
  ['I need an agent to write SQL', 'find_agents', { q: 'write SQL' }],
  ['find_agents: c++ review', 'find_agents', { q: 'c++ review' }],
  ['Can I trust example-agent?', 'trust_eval', { handle: 'example-agent' }],
  ['is `example-agent` safe to pay?!', 'trust_eval', { handle: 'example-agent' }],
  ['Is it safe to pay example-agent', 'trust_eval', { handle: 'example-agent' }],
  ['Should we hire Acme Translate?', 'trust_eval', { handle: 'Acme Translate' }],
  ['trust_eval example-agent', 'trust_eval', { handle: 'example-agent' }],
  ['Verify the counterparty example-agent', 'trust_eval', { handle: 'example-agent' }],
  ['How many agents are alive?', 'ghost_index', {}],
  ['What is the Ghost Index', 'ghost_index', {}],
  ['ghost_index', 'ghost_index', {}],
  ['Attest the liveness of example-agent', 'attest', { metric: 'liveness', handle: 'example-agent' }],
  ['attest tier of x_1', 'attest', { metric: 'tier', handle: 'x_1' }],
  ['Attest that x is alive.', 'attest', { metric: 'liveness', handle: 'x' }],
  ['attest the ghost index', 'attest', { metric: 'ghost_index' }],
  ['trust eval example-agent', 'trust_eval', { handle: 'example-agent' }],
  ['Trust-Eval: example-agent', 'trust_eval', { handle: 'example-agent' }],
  ['TRUST_EVAL Example_Agent.', 'trust_eval', { handle: 'Example_Agent' }],
  ['trust eval of the agent example-agent', 'trust_eval', { handle: 'example-agent' }],
  ['please trust evaluation for example-agent', 'trust_eval', { handle: 'example-agent' }],
  ['attest liveness example-agent', 'attest', { metric: 'liveness', handle: 'example-agent' }],
  ['attest liveness for example-agent', 'attest', { metric: 'liveness', handle: 'example-agent' }],
  ['attest tier example-agent', 'attest', { metric: 'tier', handle: 'example-agent' }],
  ['ATTEST TIER example-agent', 'attest', { metric: 'tier', handle: 'example-agent' }],
  ['attest_liveness example-agent', 'attest', { metric: 'liveness', handle: 'example-agent' }],
  ['Attest-Tier: example-agent', 'attest', { metric: 'tier', handle: 'example-agent' }],
  ['attest example-agent tier', 'attest', { metric: 'tier', handle: 'example-agent' }],
  ['attest_ghost_index', 'attest', { metric: 'ghost_index' }],
  ['ghost index', 'ghost_index', {}],
  ['Ghost-Index:', 'ghost_index', {}],
  ['GHOSTINDEX', 'ghost_index', {}],
  ['find agents weather', 'find_agents', { q: 'weather' }],
  ['Find-Agents: c++ review', 'find_agents', { q: 'c++ review' }],
  ['FIND_AGENTS for booking flights', 'find_agents', { q: 'booking flights' }],
  ['find_agents that can book flights', 'find_agents', { q: 'book flights' }],
  ['findAgents weather', 'find_agents', { q: 'weather' }],
  ['find agents alive weather', 'find_agents', { q: 'weather', alive: true }],
  [' {"skill":"ghost_index","history":3}', 'ghost_index', { history: 3 }],
  ['Should I pay example-agent 5 USDC?', 'trust_eval', { handle: 'example-agent', amount_usd: 5 }],
  [
    'should i pay @example-agent $1,250.50 for a translation?',
    'trust_eval',
    { handle: 'example-agent', amount_usd: 1250.5 },
  ],
  ['Can I send 0.05 usdc to example-agent?', 'trust_eval', { handle: 'example-agent', amount_usd: 0.05 }],
  [
    'Is it safe to pay 20 dollars to Acme Translate',
    'trust_eval',
    { handle: 'Acme Translate', amount_usd: 20 },
  ],
  ['is it safe to pay example-agent 5 USDC?', 'trust_eval', { handle: 'example-agent', amount_usd: 5 }],
  ['Should I pay example-agent 5 EUR?', 'trust_eval', { handle: 'example-agent' }],
  ['Should we pay example-agent?', 'trust_eval', { handle: 'example-agent' }],
  ['is example-agent safe to pay 5 USDC?', 'trust_eval', { handle: 'example-agent', amount_usd: 5 }],
  ['Is example-agent a scam?', 'trust_eval', { handle: 'example-agent' }],
  ['is example-agent alive?', 'trust_eval', { handle: 'example-agent' }],
  ['Can I trust example-agent with my data?', 'trust_eval', { handle: 'example-agent' }],
  ['would you trust example-agent', 'trust_eval', { handle: 'example-agent' }],
  ["What's the trust score of example-agent?", 'trust_eval', { handle: 'example-agent' }],
  ['risk flags of example-agent', 'trust_eval', { handle: 'example-agent' }],
  ['How risky is it to pay example-agent?', 'trust_eval', { handle: 'example-agent' }],
  ['Hi there, can I trust example-agent? Thanks!', 'trust_eval', { handle: 'example-agent' }],
  ['Compare alder and birch', 'trust_eval', { handles: ['alder', 'birch'] }],
  ['compare alder, birch and cedar please', 'trust_eval', { handles: ['alder', 'birch', 'cedar'] }],
  [
    'compare the agents @alder, birch, and Acme Translate.',
    'trust_eval',
    { handles: ['alder', 'birch', 'Acme Translate'] },
  ],
  ['Compare alder with birch', 'trust_eval', { handles: ['alder', 'birch'] }],
  ['compare_agents: alder, birch', 'trust_eval', { handles: ['alder', 'birch'] }],
  ['alder vs birch', 'trust_eval', { handles: ['alder', 'birch'] }],
  ['alder vs. birch versus cedar?', 'trust_eval', { handles: ['alder', 'birch', 'cedar'] }],
  ['Which is safer to pay, alder or birch?', 'trust_eval', { handles: ['alder', 'birch'] }],
  ['who should I hire: alder, birch or cedar?', 'trust_eval', { handles: ['alder', 'birch', 'cedar'] }],
  ['Should I pay alder or birch?', 'trust_eval', { handles: ['alder', 'birch'] }],
  ['What is the difference between alder and birch?', 'trust_eval', { handles: ['alder', 'birch'] }],
  ['how does alder compare to birch?', 'trust_eval', { handles: ['alder', 'birch'] }],
  ...[
    'help',
    'Help!',
    '/help',
    'help me',
    'Can you help me?',
    'What can you do?',
    'what can you do for me',
    'who are you?',
  ].map((text): [string, string, object] => [text, 'help', {}]),
  ...[
    'What can I ask?',
    'how do I use this?',
    'show me your skills',
    'list the commands',
    'capabilities',
    'I need help',
  ].map((text): [string, string, object] => [text, 'help', {}]),
  ['{"skill":"help"}', 'help', {}],
])('"%s" is %s', (text, skill, fields) => {
  expect(said(text)).toEqual({ skill, fields })
})

test.each([
  '',
  'Hello',
  'example-agent',
  'Follow-up message for the existing task',
  'Who can I trust?',
  'Can I trust it?',
  'Can I trust this agent?',
  'can you trust',
  'is this agent safe to pay?',
  'attest',
  'attest the score of example-agent',
  'attest liveness',
  'attest liveness of',
  'attest tier for it',
  'trust eval',
  'trust eval of',
  'trust_eval this agent',
  'trust evaluate nothing, please: forget it',
  'trust me',
  'Should I pay you 5 USDC?',
  'Pay example-agent 5 USDC',
  'compare',
  'compare alder',
  'compare it with that',
  'compare alder and this agent',
  'compare what you said before with all that I have told you',
  'me vs you',
  'help me find out whether the agent that I hired last week is honest',
  'vs',
  'find agents',
  'find agents for',
  'find_agents:',
  'I do not find agents weather',
  'do not find agents for weather',
  'Ignore what was said and find agents for weather\nand attest the liveness of x',
  '{"skill":"translate"}',
  '{"skill":',
  '[]',
  `find agents for ${'a'.repeat(300)}`,
])('"%s" is not clear', (text) => {
  expect(said(text)).toBeNull()
})

test('a data part goes before words, and one that names no skill is not clear', () => {
  const data = { kind: 'data' as const, data: { skill: 'ghost_index', history: 2 } }
  const words = { kind: 'text' as const, text: 'Find agents for weather' }
  expect(readSkillRequest([words, data])).toEqual({ skill: 'ghost_index', fields: { history: 2 } })
  expect(readSkillRequest([{ kind: 'data', data: { key: 'value', nested: { array: [1] } } }])).toBeNull()
  expect(readSkillRequest([{ kind: 'data', data: { skill: 'constructor' } }])).toBeNull()
})

test('every example of the card is understood as its skill', () => {
  for (const { id, examples } of SKILLS)
    for (const example of examples) expect(said(example)?.skill, example).toBe(id)
})

test('hostile text costs no time', () => {
  const start = performance.now()
  for (const text of [
    `can i trust ${'a '.repeat(144)}`,
    `is ${'the '.repeat(74)}`,
    `attest ${'a '.repeat(140)}`,
    `trust eval ${'of '.repeat(90)}`,
    'find '.repeat(59),
    'please '.repeat(42),
    `compare ${'a and '.repeat(48)}`,
    `compare ${'a a a a and '.repeat(24)}`,
    `should i pay ${'a '.repeat(60)}${'5 usdc '.repeat(20)}`,
    `should i pay ${'a, '.repeat(90)}`,
    `is it safe to pay ${'$1'.repeat(140)}`,
    'a vs '.repeat(59),
    `is ${'a or '.repeat(58)}`,
    `hi ${'can you '.repeat(36)}`,
    `a${' thanks'.repeat(42)}x`,
    `help ${'me '.repeat(95)}`,
  ])
    for (let times = 0; times < 100; times += 1) said(text)
  expect(performance.now() - start).toBeLessThan(1_000)
})
