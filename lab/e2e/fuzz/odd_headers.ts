import type { Chance } from './chance.ts'

type Header = [name: string, value: string]

const PLACES = ['/', '/healthz', '/metrics', '/api/agents/find', '/api/agents/find/full?q=weather']
const VALUES: Record<string, readonly string[]> = {
  'X-HTTP-Method-Override': ['GET', 'POST', 'HEAD'],
  'X-HTTP-Method': ['GET', 'OPTIONS'],
  'X-Method-Override': ['GET'],
  'X-Original-URL': PLACES,
  'X-Rewrite-URL': PLACES,
  'X-Forwarded-Host': ['evil.example', 'localhost', 'a\tb'],
  'X-Forwarded-Proto': ['https', 'javascript'],
  'X-Forwarded-Prefix': ['/api', '/..'],
  'X-Forwarded-For': ['127.0.0.1', '::1', 'x', ',,,', '[::1]:80, 10.0.0.1', '1'.repeat(3000)],
  'X-Real-IP': ['127.0.0.1'],
  Forwarded: ['for=127.0.0.1;host=localhost'],
  'If-None-Match': ['*', '"x"', 'W/"x", *', ','.repeat(2000)],
  'If-Match': ['*'],
  'If-Modified-Since': ['Thu, 01 Jan 2099 00:00:00 GMT'],
  Range: [
    'bytes=0-',
    'bytes=0-0',
    'bytes=-1',
    'bytes=0-1,3-4',
    'bytes=9-1',
    'bytes=99999999999999999999-',
    'x=1',
  ],
  'If-Range': ['"x"', 'Thu, 01 Jan 2099 00:00:00 GMT'],
  Accept: ['text/html', 'application/json;q=0', '*/*', '\u00ff'],
  'Accept-Encoding': ['gzip, br', 'identity;q=0'],
  Authorization: ['Basic eDp5', 'Bearer x'],
  Cookie: ['paid=1', `x=${'y'.repeat(2000)}`],
  Origin: ['null', 'https://evil.example'],
  Upgrade: ['websocket', 'h2c'],
  Expect: ['100-continue', 'x'],
  'Access-Control-Request-Method': ['PUT'],
  'Cache-Control': ['only-if-cached', 'no-cache'],
  'Content-Type': ['text/plain', 'application/json; charset=utf-7', 'multipart/form-data'],
  'Content-Encoding': ['gzip'],
  Host: ['evil.example', 'localhost:99999', 'x/api?y=', '[', 'a@b'],
  Via: ['1.1 x'],
  'Max-Forwards': ['0'],
  __proto__name: ['x'],
  constructor: ['x'],
  'X-Long': ['z'.repeat(14_000), 'z'.repeat(20_000)],
}
const NAMES = Object.keys(VALUES)

/** A header that tries to have the call taken for another, or that asks for less than the whole answer. */
export function oddHeader(chance: Chance): Header[] {
  const name = chance.pick(NAMES)
  const header: Header = [name, chance.pick(VALUES[name] ?? [''])]
  return chance.percent(8) ? [header, header] : [header]
}

/** More headers than anybody sends. */
export const manyHeaders = (chance: Chance): Header[] =>
  Array.from({ length: 50 + chance.below(150) }, (_, at): Header => [`X-Many-${at}`, 'y'])
