import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RunFailed } from '../../../core/domain/errors.ts'
import { type StateDatabase, StoreUnavailable } from '../../../serving/service/store/database.ts'
import { installationSecret } from '../../../serving/service/store/installation_secret.ts'
import { openStore, selectStores } from '../../../serving/service/store/open.ts'
import { openSqlite } from '../../../serving/service/store/sqlite.ts'
import { checkValues, countPlaceholders } from '../../../serving/service/store/values.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-kinds-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('without DATABASE_URL ledger and inbox are files of their own, which one service alone uses', async () => {
  const [stateFile, inboxFile] = [join(folder, 'service.sqlite'), join(folder, 'inbox.sqlite')]
  const stores = selectStores({ stateFile, inboxFile, databaseUrl: null })
  expect([stores.isShared, stores.remedy]).toEqual([
    false,
    'set STATE_FILE and INBOX_FILE to files that can be written',
  ])
  const advice = 'the service makes it when it first starts. Check --output, or'
  expect(stores.missing('ledger')).toBe(`there is no ${stateFile} yet: ${advice} STATE_FILE`)
  expect(stores.missing('inbox')).toBe(`there is no ${inboxFile} yet: ${advice} INBOX_FILE`)
  await (await stores.openLedger()).close()
  expect([stores.missing('ledger'), stores.missing('inbox')]).toEqual([null, expect.any(String)])
  const inbox = (await stores.openInbox?.()) as StateDatabase
  expect(stores.missing('inbox')).toBeNull()
  const [{ page_size = 0 } = {}] = await inbox.all<{ page_size: number }>('pragma page_size')
  expect(await inbox.all('pragma max_page_count')).toEqual([{ max_page_count: 2 ** 30 / page_size }])
  await inbox.close()
})

test('with DATABASE_URL both are kept there, shared, and a service starts though it cannot be reached', async () => {
  const databaseUrl = 'postgres://assay@127.0.0.1:1/postgres'
  const stores = selectStores({ stateFile: '', inboxFile: '', databaseUrl })
  const { isShared, remedy, openInbox } = stores
  expect({ isShared, remedy, openInbox, missing: stores.missing('ledger') }).toEqual({
    ...{ isShared: true, remedy: null, openInbox: null, missing: null },
  })
  const error = await stores.openLedger().catch((thrown: Error) => thrown)
  expect(error).toEqual(new StoreUnavailable('PostgreSQL cannot be used now'))
  expect((error as Error).cause).toMatchObject({ code: 'ECONNREFUSED' })
})

test('a file that cannot be opened, brought up or used is named, with the cause', async () => {
  const catchError = async (work: Promise<unknown>) => (await work.catch((thrown: Error) => thrown)) as Error
  const open = (stateFile: string) => openStore({ stateFile, databaseUrl: null })
  const refused = await catchError(open(folder))
  expect(refused).toEqual(new StoreUnavailable(`${folder} cannot be opened`))
  expect(refused.cause).toMatchObject({ code: 'EISDIR' })
  expect(refused.name).toBe('StoreUnavailable')
  const letter = join(folder, 'letter.txt')
  writeFileSync(letter, 'Dear reader, this is no database at all. '.repeat(50))
  expect(await catchError(open(letter))).toEqual(new StoreUnavailable(`${letter} cannot be opened`))
  const file = join(folder, 'service.sqlite')
  const database = await open(file)
  await database.close()
  const closed = await catchError(database.all('select 1'))
  expect(closed).toEqual(new StoreUnavailable(`${file} cannot be used now`))
  expect(closed.cause).toMatchObject({ code: 'ERR_INVALID_STATE', message: 'the database is closed' })
})

test('a state of a newer version is refused by name, and the file is let go', async () => {
  const file = join(folder, 'service.sqlite')
  await (await openSqlite(file)).close()
  const other = new DatabaseSync(file)
  other.exec("insert into migrations (name) values ('9999_later')")
  await expect(openSqlite(file)).rejects.toThrow(
    new RunFailed(
      'the state was written by a newer version of Assay (it has the migration 9999_later): run that version, or name another state',
    ),
  )
  // A transaction that was left open would hold this up.
  other.exec("delete from migrations where name = '9999_later'")
  other.close()
  await (await openSqlite(file)).close()
})

test('while another process writes, an opening waits for it in SQLite, and a statement in here', async () => {
  const file = join(folder, 'service.sqlite')
  const first = await openSqlite(file)
  expect(await first.all('pragma busy_timeout')).toEqual([{ timeout: 0 }])
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const opening = openSqlite(file)
  const written = first.run("insert into secrets (name, value) values ('a', 'b')")
  await sleep(300)
  other.exec('commit')
  other.close()
  expect(await written).toBe(1)
  await (await opening).close()
  await first.close()
})

test('statements before closing the file are run, and later ones are refused', async () => {
  const database = await openSqlite(join(folder, 'service.sqlite'))
  const before = database.all('select 1 as one')
  const closing = database.close()
  const after = database.all('select 2 as two')
  expect(await before).toEqual([{ one: 1 }])
  await expect(after).rejects.toThrow(StoreUnavailable)
  await closing
})

test('a secret is created once, the same for all that share the store, and another under another name', async () => {
  const file = join(folder, 'service.sqlite')
  const [here, there] = [await openSqlite(file), await openSqlite(file)]
  const [first, second] = [installationSecret(here, 'a'), installationSecret(there, 'a')]
  const secret = await first()
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await second()).toBe(secret)
  expect(await installationSecret(here, 'b')()).not.toBe(secret)
  await here.run('delete from secrets')
  expect([await first(), await second()]).toEqual([secret, secret])
  await here.close()
  await there.close()
})

test('a secret that could not be read is asked for again; one that is not there is an error', async () => {
  let read = async (): Promise<unknown[]> => {
    throw new StoreUnavailable('away')
  }
  const database = { run: async () => 0, all: () => read() } as unknown as StateDatabase
  const secret = installationSecret(database, 'a')
  await expect(secret()).rejects.toThrow('away')
  read = async () => []
  await expect(secret()).rejects.toThrow('the secret "a" is missing from the store')
  read = async () => [{ value: 'x' }]
  expect(await secret()).toBe('x')
})

test('a statement takes as many values as its highest number, and a value that cannot be stored is an error', () => {
  expect(['select 1', 'select $1', 'values ($2, $10, $2)'].map(countPlaceholders)).toEqual([0, 1, 10])
  expect(() => checkValues(['x', 1, null, '', -(2 ** 53) + 1], 5)).not.toThrow()
  expect(() => checkValues(['x'], 2)).toThrow(new TypeError('the statement takes 2 values, and 1 were given'))
  expect(() => checkValues(['x', 1.5], 2)).toThrow(new TypeError('$2 must be a whole number, a text or null'))
})
