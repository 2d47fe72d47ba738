import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseProKeyArgs } from '../../cli/commands/pro_key.ts'
import { ProKeys, REMEMBERED_MS } from '../../serving/service/payments/pro_keys.ts'
import { type StateDatabase, StoreUnavailable } from '../../serving/service/store/database.ts'
import { STORES, type TestStore } from './store/stores.ts'

describe.each(STORES)('Pro keys on %s', (_name, make) => {
  let store: TestStore | null
  let a: StateDatabase
  let b: StateDatabase
  let now: number
  let keys: ProKeys
  let other: ProKeys

  const over = (db: StateDatabase) => new ProKeys(db, { now: () => now, random: randomBytes })

  beforeAll(async () => {
    store = await make()
    if (store === null) return
    a = await store.open()
    b = await store.open()
  })
  beforeEach(async ({ skip }) => {
    if (store === null) return skip()
    await a.run('delete from pro_keys')
    now = Date.parse('2026-04-01T12:00:00Z')
    keys = over(a)
    other = over(b)
  })
  afterAll(async () => store?.remove())

  test('a key that was issued opens, in every instance, and is kept as a hash alone', async () => {
    const { id, key } = await keys.issue('Ada')
    expect(key).toMatch(/^assay_[0-9a-f]{12}\.[\w-]{43}$/)
    expect([await keys.check(key), await other.check(key)]).toEqual(['valid', 'valid'])
    const secret = key.split('.')[1] as string
    const [row] = await a.all<Record<string, unknown>>('select * from pro_keys')
    expect(row).toEqual({
      id,
      label: 'Ada',
      secret_hash: createHash('sha256').update(secret).digest('hex'),
      created_at: now,
      revoked_at: null,
    })
  })

  test('any other text is unknown or malformed', async () => {
    const { key } = await keys.issue('Ada')
    const [id, secret = ''] = key.split('.')
    const flipped = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`
    const last = secret.at(-1) === 'A' ? 'B' : 'A'
    expect(await keys.check(`${id}.${flipped}`)).toBe('unknown')
    expect(await keys.check(`${id}.${secret.slice(0, -1)}${last}`)).toBe('unknown')
    expect(await keys.check(`assay_000000000000.${secret}`)).toBe('unknown')
    for (const text of [
      '',
      'x',
      `${key}=`,
      ` ${key}`,
      `${key}\n`,
      key.toUpperCase(),
      secret,
      `${id}.`,
      key.repeat(2),
    ])
      expect(await keys.check(text), JSON.stringify(text)).toBe('malformed')
  })

  test('a caller with a wrong secret does not learn that a key was revoked', async () => {
    const { id, key } = await keys.issue('Ada')
    await keys.revoke(id)
    expect(await keys.check(key)).toBe('revoked')
    expect(await keys.check(`assay_${id}.${'A'.repeat(43)}`)).toBe('unknown')
  })

  test('a key is revoked once, here at once and elsewhere within the time that is promised', async () => {
    const { id, key } = await keys.issue('Ada')
    expect([await keys.check(key), await other.check(key)]).toEqual(['valid', 'valid'])
    expect([await keys.revoke(id), await keys.revoke(id), await keys.revoke('nobody')]).toEqual([
      true,
      false,
      false,
    ])
    expect(await keys.check(key)).toBe('revoked')
    now += REMEMBERED_MS - 1
    expect(await other.check(key)).toBe('valid')
    now += 1
    expect(await other.check(key)).toBe('revoked')
  })

  test('a clock that was set back prolongs nothing', async () => {
    const { id, key } = await keys.issue('Ada')
    await other.check(key)
    await keys.revoke(id)
    now -= 3_600_000
    expect(await other.check(key)).toBe('revoked')
  })

  test('40 parallel callers of two instances: all see the key, and of 40 who revoke it one does', async () => {
    const { id, key } = await keys.issue('Ada')
    const asked = Array.from({ length: 40 }, (_, index) => (index % 2 ? keys : other).check(key))
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['valid']))
    const revoked = Array.from({ length: 40 }, (_, index) => (index % 2 ? keys : other).revoke(id))
    expect((await Promise.all(revoked)).filter(Boolean)).toHaveLength(1)
    expect([await keys.check(key), await other.check(key)]).toEqual(['revoked', 'revoked'])
  })

  test('without the store no key opens but those that were just found valid', async () => {
    const { key } = await keys.issue('Ada')
    const closing = await (store as TestStore).open()
    const away = over(closing)
    expect(await away.check(key)).toBe('valid')
    await closing.close()
    expect(await away.check(key)).toBe('valid')
    now += REMEMBERED_MS
    await expect(away.check(key)).rejects.toThrow(StoreUnavailable)
  })

  test('no more than 1,000 keys are remembered', async () => {
    const first = await keys.issue('first')
    await keys.check(first.key)
    const secret = 'A'.repeat(43)
    const ids = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(12, '0'))
    const rows = ids.map(
      (id) => `('${id}', 'more', '${createHash('sha256').update(secret).digest('hex')}', 1)`,
    )
    await a.run(`insert into pro_keys (id, label, secret_hash, created_at) values ${rows.join(', ')}`)
    for (const id of ids) expect(await keys.check(`assay_${id}.${secret}`)).toBe('valid')
    await other.revoke(first.id)
    expect(await keys.check(first.key)).toBe('revoked')
  })

  test('the command issues, lists and revokes', async () => {
    let printed = ''
    let told = ''
    const tools = {
      keys,
      print: (text: string) => {
        printed += text
      },
      notify: (text: string) => {
        told += text
      },
    }
    await parseProKeyArgs(['list'])(tools)
    expect(printed).toBe('No Pro keys.\n')
    printed = ''
    await parseProKeyArgs(['issue', '--label', 'Ada \u001b[31m& Co'])(tools)
    const key = printed.trim()
    expect(await other.check(key)).toBe('valid')
    expect(told).not.toContain(key)
    now += 60_000
    printed = ''
    await parseProKeyArgs(['revoke', key])(tools)
    await parseProKeyArgs(['list'])(tools)
    const id = key.slice(6, 18)
    expect(printed).toMatch(
      new RegExp(
        `^${id} is revoked\n${id}\t2026-04-01T12:00:00.000Z\t2026-04-01T12:01:00.000Z\tAda [^\u001b]*& Co\n$`,
      ),
    )
    await expect(parseProKeyArgs(['revoke', id])(tools)).rejects.toThrow(/no key in use has the id/)
  })
})

test.each([
  [[], 'issue, list or revoke'],
  [['isue'], 'issue, list or revoke'],
  [['issue'], '--label'],
  [['issue', '--label', ' \u0000 '], '--label'],
  [['issue', '--label', 'x'.repeat(101)], '1 to 100'],
  [['issue', '--label', 'Ada', 'Lovelace'], 'quote'],
  [['list', '--label', 'Ada'], 'only issue'],
  [['revoke'], 'id of one key'],
  [['revoke', 'a', 'b'], 'id of one key'],
])('%j is refused', (args, message) => {
  expect(() => parseProKeyArgs(args)).toThrow(message)
})
