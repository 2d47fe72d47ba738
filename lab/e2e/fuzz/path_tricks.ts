import type { Chance } from './chance.ts'
import { falseKey, falsePayment } from './false_payments.ts'
import { manyHeaders, oddHeader } from './odd_headers.ts'
import type { RequestParts } from './request_text.ts'

/** A paid call as it should be written. */
export interface PaidTarget {
  id: string
  /** Path and query. */
  target: string
}

type Trick = (text: string, chance: Chance) => string

/** Puts something in place of one of the matches of a pattern. */
const atOne =
  (pattern: RegExp, put: (found: string, chance: Chance) => string): Trick =>
  (text, chance) => {
    const all = [...text.matchAll(pattern)]
    if (all.length === 0) return text
    const { 0: found, index } = chance.pick(all)
    return text.slice(0, index) + put(found, chance) + text.slice(index + found.length)
  }

const pickOne =
  (list: readonly string[]) =>
  (_: string, chance: Chance): string =>
    chance.pick(list)

const escaped = (letter: string, chance: Chance): string => {
  const hex = letter.charCodeAt(0).toString(16)
  return chance.pick([`%${hex}`, `%${hex.toUpperCase()}`, `%25${hex}`, `%u00${hex}`])
}

const LOOK_ALIKES: Record<string, string> = {
  a: '\u0430',
  e: '\u0435',
  i: '\u0131',
  f: '\ufb01',
  t: '\uff54',
  s: '\u017f',
}

const similarLetter = (letter: string, chance: Chance): string => {
  const other = LOOK_ALIKES[letter] ?? letter
  return chance.percent(50) ? other : encodeURIComponent(other)
}

const SLASHES = [
  '//',
  '///',
  '%2f',
  '%2F',
  '%252f',
  '%255c',
  '%5c',
  '\\',
  '\\\\',
  '/\\',
  '%c0%af',
  '%e0%80%af',
  '%ef%bc%8f',
  '\u2215',
]
const DOTS = [
  '/./',
  '/x/../',
  '/../',
  '/%2e/',
  '/%2e%2e/',
  '/x/%2E%2e/',
  '/.%2e/',
  '/..;/',
  '/;/',
  '/.;x/',
  '/%252e%252e/',
  '/...//',
  '/x/..%2f',
  '/%00/',
]
const ENDS = [
  '/',
  '//',
  '/.',
  '/..',
  '/%2e',
  ';x',
  ';x=1',
  ';',
  '%00',
  '%20',
  ' ',
  '%09',
  '\t',
  '.json',
  '.svg',
  '.html',
  '~',
  '*',
  '/*',
  '%23',
  '%3f',
  '#',
  '#x',
  '?',
  '??',
  '/index.html',
  '\\',
  '%5c',
  '%0d%0a',
  '%0aX: y',
  '\u00a0',
  '\u200b',
  '&x=1',
  '%',
  '%zz',
]
const STARTS = [
  '/api/..',
  '/.',
  '/data/..',
  '/embed/../',
  '/healthz/..',
  '/private',
  '/public',
  '//evil.example',
  '/%2e',
  '/..',
  '/...',
  '/\\',
  '\\',
  '/%2f',
  '/http://localhost',
  '/api/agents/find/..//..',
  '/@',
  '/:80',
]

const PATH_TRICKS: readonly Trick[] = [
  atOne(/\//g, pickOne(SLASHES)),
  atOne(/\//g, pickOne(DOTS)),
  atOne(/[a-z]/g, (letter) => letter.toUpperCase()),
  atOne(/[a-z-]/g, escaped),
  atOne(/[aefits]/g, similarLetter),
  atOne(/[a-z]/g, pickOne(['%c1%a1', '%e1', '\u00e9', '%', '\t', '%00', ''])),
  (path) => path.toUpperCase(),
  (path, chance) => path + chance.pick(ENDS),
  (path, chance) => chance.pick(STARTS) + path,
  (path) => encodeURIComponent(path),
  (path) => `/${encodeURIComponent(path.slice(1))}`,
]

const QUERY_TRICKS: readonly Trick[] = [
  (query) => `?${query}`,
  (query) => `${query}&${query}`,
  (query, chance) =>
    `${query}&${chance.pick(['limit=1', 'live=true', 'x-api-key=1', 'payment=1', 'method=GET', '__proto__=1', '%00=1'])}`,
  (query) => query.split('&').reverse().join('&'),
  (query) => query.replaceAll('=', '%3d'),
  (query) => query.replace('=', '[]='),
  (query) => query.replace('&', '&amp;'),
  (query) => query.replace('&', ';'),
  (query) => query.toUpperCase(),
  (query) => `/../x?${query}`,
  (query) => `&&&${query}&`,
  (query) => `${query}#/../find`,
  (query, chance) => `${query}&y=${'z'.repeat(chance.below(3000))}`,
  () => '',
  atOne(/[a-z]/g, escaped),
]

const ODD_METHODS = [
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  'Get',
  'BREW',
  'GET\t',
  'G\u00cbT',
  'QUERY',
  '',
]

const method = (chance: Chance): string => {
  if (chance.percent(62)) return 'GET'
  if (chance.percent(35)) return 'HEAD'
  return chance.percent(30) ? 'OPTIONS' : chance.pick(ODD_METHODS)
}

const HOSTS = [
  'http://localhost',
  'http://evil.example',
  'https://localhost:443',
  'HTTP://x',
  'http://user:pass@localhost',
  'http:',
  'http:/',
  'ftp://localhost',
  'file://',
  '//localhost',
  'localhost:80',
  '\\\\localhost',
  'javascript:',
  'http://[::1]',
  'http://localhost\\',
  '*',
]

const FRAMINGS = ['length', 'chunked', 'both', 'two lengths', 'too long', 'broken chunks'] as const

/** One way of many to ask for a paid answer without paying for it. */
export function trick(
  chance: Chance,
  targets: readonly PaidTarget[],
  keys: { valid: string; revoked: string },
): RequestParts {
  const { id, target } = chance.pick(targets)
  const headers = [
    ...(chance.percent(30) ? falsePayment(id, chance) : []),
    ...(chance.percent(15) ? falseKey(chance, keys) : []),
    ...(chance.percent(35) ? oddHeader(chance) : []),
    ...(chance.percent(10) ? oddHeader(chance) : []),
    ...(chance.percent(1) ? manyHeaders(chance) : []),
  ]
  return {
    method: method(chance),
    target: chance.percent(1) ? smuggled(target, chance) : tricked(target, chance),
    headers,
    label: id,
    ...(chance.percent(8) ? { framing: chance.pick(FRAMINGS), body: hidden(target) } : {}),
  }
}

function tricked(target: string, chance: Chance): string {
  const [path = '', query] = target.split('?', 2)
  let [oddPath, oddQuery] = [path, query ?? '']
  for (let left = chance.below(4); left > 0; left--) oddPath = chance.pick(PATH_TRICKS)(oddPath, chance)
  for (let left = chance.below(3); left > 0; left--) oddQuery = chance.pick(QUERY_TRICKS)(oddQuery, chance)
  const host = chance.percent(12) ? chance.pick(HOSTS) : ''
  return `${host}${oddPath}${oddQuery === '' ? '' : `?${oddQuery}`}`
}

/** A second request that a careless server reads out of the first. */
const hidden = (target: string): Buffer => Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)

const smuggled = (target: string, chance: Chance): string =>
  `/ HTTP/1.1\r\nHost: x\r\n${chance.pick(['', 'Content-Length: 0\r\n', 'Transfer-Encoding: chunked\r\n'])}\r\nGET ${target}`
