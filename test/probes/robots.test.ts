import { expect, test } from 'vitest'
import { MAX_ROBOTS_BYTES, RobotsRules } from '../../pipeline/probes/robots.ts'

const rules = (text: string, status: number | null = 200) =>
  new RobotsRules({ status, body: Buffer.from(text) })
const judge = (text: string, path = '/a', kind: 'web' | 'mcp' = 'web') =>
  rules(text).judge(`https://h.com${path}`, kind)

test.each([
  ['nothing', '', null, null],
  ['a page', '<!doctype html><p>User-agent: *</p>', null, null],
  ['all, for everybody', 'User-agent: *\nDisallow: /', 'robots', null],
  ['all, for us', 'User-agent: AssayProbe\nDisallow: /', 'opted_out', 'opted_out'],
  [
    'us in other letters, with a version',
    'user-AGENT : assayprobe/2 \r\n Disallow:/',
    'opted_out',
    'opted_out',
  ],
  ['a byte order mark', '\uFEFFUser-agent: AssayProbe\nDisallow: /', 'opted_out', 'opted_out'],
  ['all but us', 'User-agent: *\nDisallow: /\n\nUser-agent: AssayProbe\nDisallow:', null, null],
  [
    'two groups of us',
    'User-agent: AssayProbe\nAllow: /b\n\nUser-agent: AssayProbe\nDisallow: /a',
    'opted_out',
    'opted_out',
  ],
  ['a group of several', 'User-agent: Other\nUser-agent: AssayProbe\nDisallow: /', 'opted_out', 'opted_out'],
  [
    'another line within a group',
    'User-agent: AssayProbe\nCrawl-delay: 5\nUser-agent: Other\nDisallow: /',
    'opted_out',
    'opted_out',
  ],
  ['another name that ends as ours', 'User-agent: NotAssayProbe\nDisallow: /', null, null],
  ['rules of no group', 'Disallow: /', null, null],
  ['our name at the end', 'User-agent: *\nDisallow: /\nUser-agent: AssayProbe', null, null],
  ['a comment', 'User-agent: * # all\nDisallow: /a # this', 'robots', null],
  ['the longest rule', 'User-agent: *\nDisallow: /\nAllow: /a', null, null],
  ['a wildcard and an end', 'User-agent: *\nDisallow: /*a$', 'robots', null],
] as const)('%s', (_, text, forPage, forProgram) => {
  expect(judge(text)).toBe(forPage)
  expect(judge(text, '/a', 'mcp')).toBe(forProgram)
})

test('rules are for paths with their query, whatever the scheme and port', () => {
  const text = 'User-agent: *\nDisallow: /a?b'
  expect(judge(text, '/a?b=1')).toBe('robots')
  expect(judge(text, '/a')).toBeNull()
  expect(rules(text).judge('http://h.com:8080/a?b', 'web')).toBe('robots')
})

test.each([
  [404, null, null],
  [403, null, null],
  [429, null, null],
  [301, null, null],
  [500, 'robots', null],
  [503, 'robots', null],
  [null, 'robots', null],
] as const)('with status %s a page is %s, a program %s', (status, forPage, forProgram) => {
  const file = rules('User-agent: *\nDisallow: /\nUser-agent: AssayProbe\nDisallow: /', status)
  expect(file.judge('https://h.com/a', 'web')).toBe(forPage)
  expect(file.judge('https://h.com/a', 'mcp')).toBe(forProgram)
})

test('500 KiB are read, and no line that they cut', () => {
  const fill = (bytes: number) => `#${'x'.repeat(bytes - 2)}\n`
  const group = 'User-agent: *\nDisallow: /a'
  expect(judge(`${fill(MAX_ROBOTS_BYTES - group.length - 1)}${group}\n`)).toBe('robots')
  expect(judge(`${fill(MAX_ROBOTS_BYTES)}${group}\n`)).toBeNull()
  // Cut after `/a` of `/abc`, which would disallow `/a`.
  const cut = `${fill(MAX_ROBOTS_BYTES - group.length)}${group}bc\n`
  expect(judge(cut)).toBeNull()
})

const elapsed = (act: () => void): number => {
  const started = performance.now()
  act()
  return performance.now() - started
}

test.each([
  ['many rules', `User-agent: *\n${'Allow: /a\n'.repeat(40_000)}`],
  ['wildcards', `User-agent: *\nAllow: ${'*a'.repeat(200_000)}`],
  ['one long line', `${'a'.repeat(400_000)}\nb`],
  ['blanks', `User-agent: *\nAllow: ${' '.repeat(400_000)}b`],
])('a hostile file takes no time: %s', (_, text) => {
  const path = `/${'a'.repeat(1_900)}`
  const took = elapsed(() => {
    const file = rules(text)
    for (let time = 0; time < 100; time++) file.judge(`https://h.com${path}`, 'web')
  })
  expect(took).toBeLessThan(5_000)
})

test('rules that would cost too much disallow', () => {
  const path = `/${'a'.repeat(1_900)}`
  const many = 'Allow: /a\n'.repeat(40_000)
  expect(judge(`User-agent: *\n${many}`, path)).toBe('robots')
  expect(judge(`User-agent: *\n${many}`, path, 'mcp')).toBeNull()
  expect(judge(`User-agent: AssayProbe\n${many}`, path, 'mcp')).toBe('opted_out')
  expect(judge(`User-agent: *\n${many}`, '/a')).toBeNull()
})
