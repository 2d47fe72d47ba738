import { expect, test } from 'vitest'
import { daysBefore } from '../../core/domain/dates.ts'
import { findNamedAddresses, isNamespaceHost } from '../../pipeline/probes/named.ts'
import { isFittingAnswer, PostRules, type UnnamedPost } from '../../pipeline/probes/post_rules.ts'
import type { ProbeTarget } from '../../pipeline/probes/protocol.ts'

const DAY = '2026-03-19'
const dayAfter = (days: number) => daysBefore(DAY, -days)
const mcp = (path: string, host = 'h.com'): ProbeTarget => ({
  ...{ url: `https://${host}/${path}`, kind: 'mcp', method: null },
})
const paid = (path: string): ProbeTarget => ({ ...mcp(path), ...{ kind: 'x402', method: 'POST' } })
const named = (url: string) => url.includes('/named')
const rulesWith = (earlier: UnnamedPost[], day = DAY) =>
  new PostRules({ day, earlier, isNamed: named, isPaidAllowed: (url) => !url.endsWith('/closed') })
const post = (path: string, day: string, isFitting: boolean | null): UnnamedPost => ({
  ...{ url: `https://h.com/${path}`, host: 'h.com', day, isFitting },
})

test('20 unnamed addresses of a host get a POST on a day, and all that it names', () => {
  const rules = rulesWith([])
  const taken = Array.from({ length: 30 }, (_, n) => rules.take(mcp(`u${n}`)))
  expect(taken.slice(0, 20)).toEqual(Array(20).fill(null))
  expect(taken.slice(20)).toEqual(Array(10).fill('post_limit'))
  for (let n = 0; n < 100; n++) expect(rules.take(mcp(`named${n}`))).toBeNull()
  expect(rules.take(mcp('u29', 'other.com'))).toBeNull()
  // Further requests to an address are part of its probe.
  expect(rules.take(mcp('u3'))).toBeNull()
})

test('a paid resource gets a POST where its host allows it, one of a host a day', () => {
  const rules = rulesWith([])
  expect(rules.take(paid('closed'))).toBe('post_only')
  expect(rules.take(paid('a'))).toBeNull()
  expect(rules.take(paid('named'))).toBe('post_limit')
  expect(rules.take(paid('a'))).toBeNull()
  expect(rules.take(mcp('u'))).toBeNull()
})

test('three unnamed addresses without a fitting answer end POSTs to the unnamed at once', () => {
  const rules = rulesWith([])
  for (const path of ['a', 'a', 'b']) rules.note(post(path, DAY, false))
  rules.note(post('c', DAY, true))
  rules.note(post('d', DAY, null))
  rules.note(post('named', DAY, false))
  expect(rules.take(mcp('e'))).toBeNull()
  rules.note(post('f', DAY, false))
  expect(rules.take(mcp('g'))).toBe('post_stopped')
  expect(rules.take(mcp('named'))).toBeNull()
  expect(rules.take(mcp('g', 'other.com'))).toBeNull()
})

/** Days on which a host that never answers fittingly gets POSTs, and how many. */
function runDays(days: number, isFitting: (day: number) => boolean): Map<number, number> {
  const posts: UnnamedPost[] = []
  const counts = new Map<number, number>()
  for (let day = 0; day < days; day++) {
    const rules = rulesWith(posts, dayAfter(day))
    for (let n = 0; n < 25; n++) {
      if (rules.take(mcp(`u${n}`)) !== null) continue
      posts.push(post(`u${n}`, dayAfter(day), isFitting(day)))
      rules.note(posts.at(-1) as UnnamedPost)
      counts.set(day, (counts.get(day) ?? 0) + 1)
    }
  }
  return counts
}

test('a host that does not speak gets three POSTs, then one a week, and three after 30 days', () => {
  expect([...runDays(40, () => false)]).toEqual([
    [0, 3],
    [7, 1],
    [14, 1],
    [21, 1],
    [28, 1],
    [30, 3],
    [37, 1],
  ])
})

test('the one of a week is one, though its answer is not there yet', () => {
  const earlier = ['a', 'b', 'c'].map((path) => post(path, dayAfter(-8), false))
  const rules = rulesWith(earlier)
  expect(rules.take(mcp('d'))).toBeNull()
  expect(rules.take(mcp('e'))).toBe('post_stopped')
})

test('a host that speaks gets 20 a day', () => {
  expect([...runDays(3, () => true).values()]).toEqual([20, 20, 20])
})

test('an address that answers fittingly again is no miss', () => {
  const earlier = [
    ...[post('a', dayAfter(-3), false), post('b', dayAfter(-3), false), post('a', dayAfter(-2), true)],
    post('c', dayAfter(-1), false),
  ]
  expect(rulesWith(earlier).take(mcp('d'))).toBeNull()
  const third = [...earlier, post('d', dayAfter(-1), false)]
  expect(rulesWith(third).take(mcp('e'))).toBe('post_stopped')
})

test('posts of the day itself and later are not of days before: a day again is the same', () => {
  const later = ['a', 'b', 'c'].flatMap((path) => [post(path, DAY, false), post(path, dayAfter(1), false)])
  expect(rulesWith(later).take(mcp('d'))).toBeNull()
})

test.each([
  [200, true, true],
  [400, true, true],
  [200, false, false],
  [404, false, false],
  [405, false, false],
  [500, false, false],
  [401, false, true],
  [402, false, true],
  [403, false, true],
  [429, false, true],
])('an answer %s with JSON-RPC %s fits: %s', (status, isJsonRpc, isFitting) => {
  expect(isFittingAnswer(status, isJsonRpc)).toBe(isFitting)
})

test.each([
  ['com.shop/server', 'shop.com', true],
  ['com.shop/server', 'api.shop.com', true],
  ['COM.Shop/server', 'shop.com', true],
  ['com.shop.api/server', 'shop.com', false],
  ['com.shop/server', 'notshop.com', false],
  ['com.shop/server', 'shop.com.evil.net', false],
  ['io.github.user/server', 'user.github.io', true],
  ['io.github.user/server', 'other.github.io', false],
  ['io.github/server', 'user.github.io', false],
  ['app.vercel/server', 'a.vercel.app', false],
  ['uk.co/server', 'shop.co.uk', false],
  ['com/server', 'shop.com', false],
  ['server', 'server', false],
  ['', 'shop.com', false],
])('the namespace of %s names %s: %s', (name, host, isNamed) => {
  expect(isNamespaceHost(name, host)).toBe(isNamed)
})

test('a host names addresses by its namespace, its proof, and what it publishes, and no other host does', () => {
  const address = (url: string, ...declarers: string[]) => ({
    ...{ url, host: new URL(url).hostname, platform: '', kind: 'mcp' as const, method: null, since: DAY },
    declarers,
    from: { url: '', sha256: '', retrievedAt: '' },
  })
  const addresses = [
    address('https://shop.com/mcp', 'agent:eip155:1/9', 'server:com.shop/mcp'),
    address('https://victim.com/mcp', 'server:com.shop/mcp', 'agent:eip155:1/7'),
    address('https://proven.com/mcp', 'agent:eip155:1/7'),
    address('https://proven.com/other', 'agent:eip155:1/8'),
  ]
  const found = findNamedAddresses(addresses, {
    named: [
      { host: 'card.com', url: 'https://card.com/a2a' },
      { host: 'evil.com', url: 'https://victim.com/a2a' },
      { host: 'evil.com', url: 'no address' },
    ],
    proven: new Map([
      ['proven.com', new Set(['eip155:1/7'])],
      ['evil.com', new Set(['eip155:1/8'])],
    ]),
  })
  expect([...found].sort()).toEqual([
    'https://card.com/a2a',
    'https://proven.com/mcp',
    'https://shop.com/mcp',
  ])
})
