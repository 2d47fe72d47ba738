import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { OperationalError } from '../../core/domain/errors.ts'
import { SAMPLE_ORACLE_KEY } from '../../core/interface/sample_oracle_key.ts'
import {
  addKeyEvent,
  type KeyEvent,
  oracleKeysFile,
  publishedKeys,
  readKeyEvents,
} from '../../pipeline/log/oracle_keys.ts'
import { created, folder } from './key_events.ts'

const retired = (at: string, kid: string, reason: 'superseded' | 'compromised' = 'superseded'): KeyEvent => ({
  ...{ event: 'retired', at, kid, reason },
})

const at = (output: string, day: string) => publishedKeys(output, { day, world: 'live' })
const seconds = (time: string) => Date.parse(time) / 1000

test('a day publishes what had happened to the keys by then, whenever it is made', () => {
  const first = created('2026-03-01T12:00:00Z')
  const second = created('2026-03-05T00:00:00Z')
  const output = folder([first])
  const before = at(output, '2026-03-04')
  expect(at(output, '2026-02-28')).toEqual({ keys: [], sha256: null })
  expect(before.keys).toEqual([
    {
      ...{ kty: 'OKP', crv: 'Ed25519', x: first.x, kid: first.kid, use: 'sig', alg: 'EdDSA' },
      iat: seconds('2026-03-01T12:00:00Z'),
      nbf: seconds('2026-03-02T12:00:00Z'),
      exp: seconds('2027-03-02T12:00:00Z'),
    },
  ])
  addKeyEvent(output, second)
  addKeyEvent(output, retired('2026-03-06T08:00:00Z', first.kid))
  addKeyEvent(output, retired('2026-03-07T08:00:00Z', second.kid, 'compromised'))
  expect(at(output, '2026-03-04')).toEqual(before)
  expect(at(output, '2026-03-05').keys.map(({ kid }) => kid)).toEqual([first.kid, second.kid])
  const [retiredKey, revokedKey] = at(output, '2026-03-07').keys
  expect([retiredKey?.exp, retiredKey?.revoked]).toEqual([seconds('2026-03-06T08:00:00Z'), undefined])
  expect(revokedKey).toMatchObject({
    exp: seconds('2026-03-07T08:00:00Z'),
    revoked: { revoked_at: seconds('2026-03-07T08:00:00Z'), reason: 'compromised' },
  })
  const hashes = ['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07'].map((day) => at(output, day).sha256)
  expect(new Set(hashes).size).toBe(4)
})

test('a key that ends by itself is not made longer by its retirement', () => {
  const key = created('2026-03-01T12:00:00Z', { valid_until: '2026-03-03T00:00:00Z' })
  const output = folder([key, retired('2026-03-09T00:00:00Z', key.kid)])
  expect(at(output, '2026-03-09').keys[0]?.exp).toBe(seconds('2026-03-03T00:00:00Z'))
})

test('the sample publishes its own key whatever is in the folder, and nothing else may', () => {
  const output = folder([created('2026-01-01T00:00:00Z')])
  expect(publishedKeys(output, { day: '2026-01-30', world: 'sample' })).toEqual({
    keys: [SAMPLE_ORACLE_KEY],
    sha256: null,
  })
  const { kid, x } = SAMPLE_ORACLE_KEY
  expect(() => addKeyEvent(output, created('2026-01-02T00:00:00Z', { kid, x }))).toThrow(
    /it is the sample key/,
  )
  expect(at(output, '2026-01-30').keys.map((key) => key.kid)).not.toContain(kid)
})

const good = created('2026-03-01T12:00:00Z')
test.each<[string, unknown[], RegExp]>([
  ['no JSON', ['{'], /line 1: it is not a key event/],
  ['an unknown event', [{ ...good, event: 'renewed' }], /line 1: it is not a key event/],
  ['a field too many', [{ ...good, d: 'secret' }], /line 1: it is not a key event/],
  [
    'a key under another id',
    [{ ...good, kid: created(good.at).kid }],
    /its id does not match its thumbprint/,
  ],
  ['a key twice', [good, good], /line 2: it already exists/],
  [
    'an end before the beginning',
    [{ ...good, valid_until: good.valid_from }],
    /its validity ends before it starts/,
  ],
  ['an end without a beginning', [retired(good.at, good.kid)], /line 1: it was never created/],
  [
    'two ends',
    [good, retired(good.at, good.kid), retired(good.at, good.kid)],
    /line 3: it is already retired/,
  ],
  ['lines out of order', [good, created('2026-02-01T00:00:00Z')], /line 2: its time is before/],
  [
    'the key of the sample',
    [{ ...good, kid: SAMPLE_ORACLE_KEY.kid, x: SAMPLE_ORACLE_KEY.x }],
    /it is the sample key/,
  ],
])('a file with %s stops a run, and its line is named', (_, lines, problem) => {
  const output = folder()
  mkdirSync(dirname(oracleKeysFile(output)), { recursive: true })
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  writeFileSync(oracleKeysFile(output), `${text}\n`)
  expect(() => readKeyEvents(output)).toThrow(OperationalError)
  expect(() => at(output, '2026-03-09')).toThrow(problem)
})
