import type { Chance } from '../fuzz/chance.ts'

const NO_JSON = [
  ...[
    '',
    ' ',
    '\n',
    '{',
    '}',
    '[',
    '{]',
    '{"jsonrpc"',
    '{"jsonrpc":"2.0",}',
    "{'jsonrpc':'2.0'}",
    '{jsonrpc:"2.0"}',
  ],
  ...[
    'NaN',
    '{"jsonrpc":"2.0","id":NaN,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping"} x',
    '\u0000',
  ],
  ...[
    '{"jsonrpc":"2.0","id":01,"method":"ping"}',
    '{"jsonrpc":"2.0","id":+1,"method":"ping"}',
    'undefined',
    '//{}',
  ],
  ...[
    'POST / HTTP/1.1',
    '<?xml version="1.0"?><a/>',
    'jsonrpc=2.0&method=ping',
    '{"a":"\u0001"}',
    '{"a":"\\x41"}',
  ],
]
const NO_OBJECT = [
  'null',
  'true',
  '1',
  '-0',
  '1e999',
  '"x"',
  '"\\ud800"',
  '[]',
  '[[]]',
  '[null]',
  '{}',
  '[1,2,3]',
]

/**
 * Returns a body that is large, that no JSON parser or only a lenient one accepts, or that is valid but unusual JSON.
 */
export function rawBody(right: Record<string, unknown>, chance: Chance, maxBytes: number): Buffer {
  const text = JSON.stringify(right)
  return chance.pick<() => Buffer>([
    () => Buffer.from(chance.pick(NO_JSON)),
    () => Buffer.from(chance.pick(NO_OBJECT)),
    () => Buffer.from(text.slice(0, chance.below(text.length))),
    () => Buffer.from(text + text),
    () => invalidUtf8(text, chance),
    () => changedByte(text, chance),
    () => chance.bytes(chance.below(300)),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(nested(chance)),
    () => Buffer.from(text.replace(/\}$/, `,"params":${nested(chance)}}`)),
    () => Buffer.from(batch(text, chance)),
    () => Buffer.from(doubled(text, chance)),
    () => Buffer.from(text.replace(/"id":[^,]*/, `"id":${chance.pick(ODD_NUMBERS)}`)),
    () => Buffer.from(text.replace(/"method":"/, '"method":"\\ud800\\u0000\\u202e')),
    () => Buffer.from(text.padEnd(maxBytes - chance.below(2))),
    () => Buffer.from(text.padEnd(maxBytes + 1 + chance.below(2))),
    () =>
      Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(chance.pick([201, 9_000, 200_000]))}"}`),
    () => Buffer.from(`{${'"a":1,'.repeat(4_000)}"jsonrpc":"2.0","id":1,"method":"ping"}`),
    () => Buffer.from(escaped(text)),
  ])()
}

const ODD_NUMBERS = [
  '1e999',
  '-1e999',
  '1'.repeat(400),
  '0.1',
  '1.0',
  '1e2',
  '-0',
  '9007199254740993',
  '5e-324',
]

function nested(chance: Chance): string {
  const deep = chance.pick([30, 31, 32, 33, 60, 1_000, 15_000])
  if (chance.percent(50)) return '['.repeat(deep) + ']'.repeat(deep)
  const levels = Math.min(deep, 5_000)
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

const batch = (text: string, chance: Chance): string =>
  `[${Array.from({ length: chance.pick([1, 2, 50]) }, () => text).join(',')}]`

/** The same member twice: the last one counts in every JSON reader of note. */
function doubled(text: string, chance: Chance): string {
  const first = chance.pick([
    '"id":null',
    '"id":"first"',
    '"method":"nothing"',
    '"jsonrpc":"1.0"',
    '"params":[]',
  ])
  return `{${first},${text.slice(1)}`
}

function invalidUtf8(text: string, chance: Chance): Buffer {
  const at = 1 + chance.below(text.length - 1)
  const wrong = chance.pick([
    [0xff],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xe2, 0x82],
  ])
  return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(wrong), Buffer.from(text.slice(at))])
}

function changedByte(text: string, chance: Chance): Buffer {
  const bytes = Buffer.from(text)
  bytes[chance.below(bytes.length)] = chance.below(256)
  return bytes
}

/** Every character of every string as an escape: the same JSON in six times the bytes. */
const escaped = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
    const units = (JSON.parse(quoted) as string).split('')
    return `"${units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
  })
