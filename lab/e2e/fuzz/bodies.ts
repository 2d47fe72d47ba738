import type { Chance } from './chance.ts'
import { CANARY } from './false_payments.ts'

const TYPES = ['missing_data', 'wrong_data', 'methodology_question', 'feature_request', 'other']
const WRONG: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e308, '', ' ', [], {}, [[]], [null], { toString: 1 }, '\u0000', '\ud800'],
  ...[
    'x'.repeat(2001),
    'x'.repeat(60_000),
    '\u{1f600}'.repeat(2000),
    '\u202e\u200b',
    '../../etc',
    '$1',
    "' or 1=1 --",
  ],
]

/** A report that is right but for what is spoilt. */
function report(chance: Chance): Record<string, unknown> {
  return {
    feedback_type: chance.pick(TYPES),
    message: `${CANARY} ${chance.hex(12)}`,
    ...(chance.percent(50) ? { agent_handle: `x${chance.hex(4)}` } : {}),
    ...(chance.percent(30) ? { category: 'service', query_attempted: CANARY } : {}),
    ...(chance.percent(50) ? { client_identifier: chance.pick(['a', 'b', CANARY]) } : {}),
    ...(chance.percent(30) ? { contact: 'x@example.org' } : {}),
  }
}

/** A list of handles under the name that the batch asks for. */
const batch = (chance: Chance, handles: readonly string[]): Record<string, unknown> => ({
  [chance.percent(90) ? 'agentIds' : 'handles']: Array.from({ length: 1 + chance.below(60) }, () =>
    chance.percent(90) ? chance.pick(handles) : chance.pick(WRONG),
  ),
})

function breakBody(body: Record<string, unknown>, chance: Chance): unknown {
  const name = chance.pick(Object.keys(body))
  const { [name]: taken, ...rest } = body
  return chance.pick([
    rest,
    { ...body, [name]: chance.pick(WRONG) },
    { ...body, [name]: [taken] },
    { ...body, [name.toUpperCase()]: taken },
    Object.fromEntries([...Object.entries(body), ['__proto__', { isAdmin: true }], ['constructor', 1]]),
    [body],
    JSON.stringify(body),
  ])
}

/** Returns a body that is large, or that no JSON parser or only a lenient one accepts. */
function hostileBody(text: string, chance: Chance): Buffer {
  const nested = (open: string, close: string, deep: number) => open.repeat(deep) + close.repeat(deep)
  return chance.pick<() => Buffer>([
    () => Buffer.from(nested('[', ']', 30_000)),
    () => Buffer.from(`{"agentIds":${nested('[', ']', 30_000)}}`),
    () => Buffer.from(nested('{"a":', '}', 9_000).replace('}', '1}')),
    () => Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
    () => Buffer.from(text.slice(0, chance.below(text.length))),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(text.padEnd(65_536)),
    () => Buffer.from(text.padEnd(65_537)),
    () => Buffer.from(`{"message":"${'x'.repeat(200_000)}"}`),
    () => Buffer.from(`{"__proto__":{"message":"x"},"message":1e999,"message":${text}}`),
    () => Buffer.from('{"message":"\\ud800\\u0000","feedback_type":"other"}'),
    () => Buffer.from(`[${'1,'.repeat(30_000)}1]`),
    () => Buffer.from(chance.pick(['', 'null', 'NaN', '1', '"x"', '[]', '{}', 'undefined', "{'a':1}"])),
    () => chance.bytes(chance.below(300)),
  ])()
}

/** A body for a call that takes one: right, spoilt in a place, or hostile. */
export function bodyFor(id: string, chance: Chance, handles: readonly string[]): Buffer {
  const right = id === 'public_trust_batch' ? batch(chance, handles) : report(chance)
  if (chance.percent(35)) return Buffer.from(JSON.stringify(right))
  if (chance.percent(50)) return Buffer.from(JSON.stringify(breakBody(right, chance)))
  return hostileBody(JSON.stringify(right), chance)
}
