import { beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { SKILLS } from '../../core/interface/skills.ts'
import { TOOLS } from '../../core/interface/tools.ts'
import { a2aOverHttp, userMessage } from './kit.ts'

const { post, call, card } = a2aOverHttp()

const METHODS = ['message/send', 'tasks/get', 'tasks/cancel']
const ASKS: (string | object)[] = [
  ...['Hello', 'trust eval nobody-at-all', 'trust eval bidi', 'find agents zzzq', 'find agents search'],
  ...[
    'ghost index',
    'attest the ghost index',
    'attest tier bidi',
    'trust eval of',
    'Is Tide Desk safe to pay?',
  ],
  { skill: 'find_agents' },
  { skill: 'find_agents', q: 'search', category: 'people' },
  { skill: 'find_agents', q: 'search', full: true },
  { skill: 'trust_eval', handle: 'bidi', depth: 'deep' },
  { skill: 'trust_eval', handle: 'bidi', depth: 'full' },
  { skill: 'ghost_index', history: 99 },
  { skill: 'attest', metric: 'liveness' },
  { skill: 'attest', metric: 'wealth', handle: 'bidi' },
]
const WRONG: [method: string, params: unknown][] = [
  ...['message/send', 'message/stream', 'tasks/get', 'tasks/cancel', 'tasks/resubscribe', 'tasks/list'].map(
    (method): [string, unknown] => [method, {}],
  ),
  ...['set', 'get', 'list', 'delete'].map((what): [string, unknown] => [
    `tasks/pushNotificationConfig/${what}`,
    {},
  ]),
  ['agent/getAuthenticatedExtendedCard', {}],
  ['tasks/get', { id: 'x' }],
  ['message/send', { message: userMessage('Hello', { taskId: 'x' }) }],
  [
    'message/send',
    { message: userMessage('Hello', { metadata: { 'x402.payment.status': 'payment-submitted' } }) },
  ],
  ['message/send', { message: userMessage([{ kind: 'file', file: {} }]) }],
  ['message/send', { message: userMessage([{ kind: 'audio' }]) }],
  ['message/send', { message: userMessage('Hello'), configuration: { acceptedOutputModes: ['x'] } }],
]
const UNREADABLE = ['{', '[]', '3', '{}', '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":null,"method":"x"}']

/** Every text of a value, except those of third parties. */
const collectTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'untrusted' ? [] : collectTexts(inner)))
}

let said: string[]
beforeAll(async () => {
  const answers: unknown[] = [await card()]
  for (const ask of ASKS) {
    const parts = typeof ask === 'string' ? ask : [{ kind: 'data', data: ask }]
    const { result } = await call('message/send', {
      message: userMessage(parts),
      configuration: { historyLength: 0 },
    })
    answers.push(result)
  }
  for (const [method, params] of WRONG) answers.push(await call(method, params))
  for (const body of UNREADABLE) answers.push((await post(body)).json)
  // The message repeats the name of an unknown method: drop it.
  said = answers.flatMap(collectTexts).map((text) => text.replace(/^Unknown method "[^"]*"/, ''))
}, 300_000)

const found = (pattern: RegExp): Set<string> =>
  new Set(said.flatMap((text) => [...text.matchAll(pattern)].map(([all, group]) => group ?? all)))

test('every method that an answer names is served', () => {
  const named = [
    ...found(/\b(?:message|tasks|agent|tools|prompts|resources)\/[\w/]+/g),
    ...found(/"method":"(.*?)"/g),
  ]
  expect(new Set(named)).toEqual(new Set(METHODS))
})

test('every skill that an answer names is one of the card', () => {
  const ids = SKILLS.map(({ id }) => id)
  for (const skill of found(/"skill":"(.*?)"/g)) expect(ids).toContain(skill)
  const tools = TOOLS.map(({ name }) => name).filter((name) => !ids.includes(name))
  for (const tool of tools) expect([...found(new RegExp(`\\b${tool}\\b`, 'g'))]).toEqual([])
})

test('every address that an answer names is one of the interface', () => {
  const paths = ENDPOINTS.map(
    ({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
  )
  const named = [
    ...found(/(?<![\w/])\/(?:api|\.well-known)\/[\w{}./-]*[\w}]/g),
    ...found(/https:\/\/assay\.example(\/[^\s"?#,]*[\w/])/g),
  ]
  expect(named.length).toBeGreaterThan(5)
  for (const path of named)
    expect(
      paths.some((pattern) => pattern.test(path)),
      path,
    ).toBe(true)
})
