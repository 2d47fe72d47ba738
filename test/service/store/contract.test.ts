import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type StateDatabase, StoreUnavailable } from '../../../serving/service/store/database.ts'
import { STORES, type TestStore } from './stores.ts'

describe.each(STORES)('the store on %s', (_name, make) => {
  let store: TestStore | null
  let a: StateDatabase
  let b: StateDatabase

  beforeAll(async () => {
    store = await make()
    if (store === null) return
    a = await store.open()
    b = await store.open()
    await a.run('create table things (name text not null primary key, count bigint not null, note text)')
  })
  beforeEach(async ({ skip }) => {
    if (store === null) return skip()
    await a.run('delete from things')
  })
  afterAll(async () => store?.remove())

  const add = (database: StateDatabase, name: string) =>
    database.all<{ count: number }>(
      `insert into things (name, count) values ($1, 1)
       on conflict (name) do update set count = things.count + 1 returning count`,
      [name],
    )

  test('keeps texts, whole numbers up to 2^53 and null as they are', async () => {
    const rows = [
      { name: 'ключ 🔑 $1 ?1 \' " \\', count: Number.MAX_SAFE_INTEGER, note: null },
      { name: '', count: -1, note: 'line\nline\u2028\t\u0001' },
    ]
    for (const { name, count, note } of rows)
      await a.run('insert into things (name, count, note) values ($1, $2, $3)', [name, count, note])
    const found = await b.all('select name, count, note from things order by count desc')
    expect(found).toEqual(rows)
    expect(await b.all('select count(*) as total from things')).toEqual([{ total: 2 }])
  })

  test('takes values by their number: in any order, and more than once', async () => {
    await a.run('insert into things (name, count, note) values ($2, $1, $2)', [7, 'x'])
    expect(
      await a.all('select * from things where name = $1 and note = $1 and count = $2', ['x', 7]),
    ).toEqual([{ name: 'x', count: 7, note: 'x' }])
  })

  test('divides whole numbers alike', async () => {
    await a.run('insert into things (name, count) values ($1, $2)', ['x', 7])
    expect(await a.all('select count / $1 as half from things', [2])).toEqual([{ half: 3 }])
  })

  test('never returns a number that is not exact', async () => {
    await a.run('insert into things (name, count) values ($1, $2)', ['x', Number.MAX_SAFE_INTEGER])
    const sum = a.all('select count + $1 as sum from things', [2])
    await expect(sum).rejects.toThrow('9007199254740993')
  })

  test('tells how many rows changed', async () => {
    expect(await a.run('insert into things (name, count) values ($1, 1), ($2, 1)', ['x', 'y'])).toBe(2)
    const again = 'insert into things (name, count) values ($1, 1) on conflict (name) do nothing'
    expect(await a.run(again, ['x'])).toBe(0)
    expect(await a.all(`${again} returning name`, ['x'])).toEqual([])
    expect(await a.run('update things set count = 5 where count = 1')).toBe(2)
    expect(await a.run('delete from things where name = $1', ['z'])).toBe(0)
  })

  test('40 parallel statements of two instances lose nothing', async () => {
    const counts = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => (await add(index % 2 ? a : b, 'x'))[0]?.count),
    )
    expect(counts.toSorted((count, other) => Number(count) - Number(other))).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    )
  })

  test('of 40 who claim one row, one gets it', async () => {
    const claim =
      'insert into things (name, count) values ($1, $2) on conflict (name) do nothing returning count'
    const claimed = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? a : b).all<{ count: number }>(claim, ['x', index]),
      ),
    )
    const winners = claimed.flat()
    expect(winners).toHaveLength(1)
    expect(await b.all('select count from things')).toEqual(winners)
  })

  test('a statement that breaks a rule is an error of ours, not an outage, and changes nothing', async () => {
    await add(a, 'x')
    for (const sql of [
      'selec 1',
      "insert into things (name, count) values ('y', 1), ('x', 1)",
      "insert into things (name, count) values ('y', null)",
    ]) {
      const error = await a.run(sql).catch((thrown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(StoreUnavailable)
    }
    expect(await b.all('select name, count from things')).toEqual([{ name: 'x', count: 1 }])
  })

  test.each([
    ['too few values', []],
    ['too many values', ['x', 'y']],
    ['a fraction', [1.5]],
    ['a number that is not exact', [2 ** 53]],
    ['a text with a NUL', ['x\0y']],
    ['a text with half a character', ['\ud83d']],
    ['something else', [undefined as unknown as null]],
  ])('refuses %s', async (_what, values) => {
    await expect(a.all('select name from things where note = $1', values)).rejects.toThrow(TypeError)
  })

  test('after close every call says that the store is away; closing twice is no fault', async () => {
    const database = await (store as TestStore).open()
    await database.close()
    await database.close()
    await expect(database.all('select 1')).rejects.toThrow(StoreUnavailable)
    await expect(database.run('delete from things')).rejects.toThrow(StoreUnavailable)
  })
})
