import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TYPESCRIPT_FLAGS } from '../../../pipeline/render/typescript_flags.ts'
import { Ledger } from '../../../serving/service/payments/ledger.ts'
import { StoreUnavailable } from '../../../serving/service/store/database.ts'
import {
  MIGRATIONS_DONE,
  MIGRATIONS_TABLE,
  missingMigrations,
} from '../../../serving/service/store/migrate.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { openSqlite } from '../../../serving/service/store/sqlite.ts'
import { STORES, type TestStore } from './stores.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MIGRATIONS = join(ROOT, 'serving/service/store/migrations')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.each(STORES)('migrations on %s', (_name, make) => {
  let store: TestStore | null
  beforeAll(async () => {
    store = await make()
  })
  beforeEach(({ skip }) => {
    if (store === null) skip()
  })
  afterAll(async () => store?.remove())

  test('instances that start at once migrate once', async () => {
    const databases = await Promise.all(Array.from({ length: 6 }, () => (store as TestStore).open()))
    const names = await databases[0]?.all<{ name: string }>('select name from migrations order by name')
    expect(names?.map(({ name }) => name)).toContain('0002_pro_keys')
  })

  test('a state from a newer version is refused, and left as it was', async () => {
    const database = await (store as TestStore).open()
    await database.run("insert into migrations (name) values ('9999_from_the_future')")
    await expect((store as TestStore).open()).rejects.toThrow(/newer version .*9999_from_the_future/)
    await database.run("delete from migrations where name = '9999_from_the_future'")
    await (store as TestStore).open()
  })
})

/** Returns the schema that the migrations up to this number write into a new state. */
function migrationsUntil(number: number): string {
  const last = String(number).padStart(4, '0')
  for (const name of readdirSync(MIGRATIONS).filter((file) => file.slice(0, 4) <= last))
    copyFileSync(join(MIGRATIONS, name), join(folder, name))
  return `${MIGRATIONS_TABLE};${missingMigrations([], folder)}`
}

describe.each(STORES)('a ledger of before payment identifiers, on %s', (_name, make) => {
  test('keeps its payments with their answers, and drops these in time', async ({ skip }) => {
    const store = await make()
    if (store === null) return skip()
    try {
      await writeOldState(store, [
        migrationsUntil(6),
        ...['served', 'settled', 'unknown', 'refused'].map(
          (
            state,
          ) => `insert into payments (network, asset, payer, nonce, endpoint, request, signature_sha256, amount,
            pay_to, valid_after, valid_before, state, attempt, lease_until, verified_at, body, content_type, release_id,
            transaction_hash, settled_at, created_at, updated_at)
            values ('n', 'a', 'p', '${state}', 'e', 'r', 's', '5', 't', 0, 9, '${state}', 'x', 0, 1, '{}', 'json', 'r1',
            '0x1', 1, 1, 1)`,
        ),
      ])
      const db = await store.open()
      const rows = () => db.all('select nonce, state, body, proof_sha256 from payments order by nonce')
      const old = ['refused', 'served', 'settled', 'unknown'].map((state) => ({
        ...{ nonce: state, state, body: '{}', proof_sha256: null },
      }))
      expect(await rows()).toEqual(old)
      const ledger = new Ledger(db, { now: () => 1e12, leaseMs: 1, newAttempt: () => 'x' })
      expect(await ledger.prune()).toBe(0)
      expect(await rows()).toEqual(old.map((row) => (row.state === 'served' ? { ...row, body: null } : row)))
    } finally {
      await store.remove()
    }
  })
})

/** Runs statements on a state that no service has opened yet. */
async function writeOldState({ server, file }: TestStore, statements: string[]): Promise<void> {
  if (file !== null) {
    mkdirSync(dirname(file), { recursive: true })
    const database = new DatabaseSync(file)
    for (const sql of statements) database.exec(sql)
    return database.close()
  }
  const client = new Client({ connectionString: server?.url })
  await client.connect()
  for (const sql of statements) await client.query(sql)
  await client.end()
}

describe('a folder of migrations', () => {
  const writeMigrations = (files: Record<string, string>) => {
    for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  }

  test('returns missing migrations in order, whatever else the folder contains', () => {
    writeMigrations({
      '0002_more.sql':
        'insert into log values (2); -- and no semicolon after this\ninsert into log values (3)',
      '0001_first.sql': 'create table log (n bigint); insert into log values (1);',
      'notes.txt': 'not SQL',
    })
    const connection = new DatabaseSync(':memory:')
    connection.exec(MIGRATIONS_TABLE)
    connection.exec(missingMigrations([], folder))
    expect(connection.prepare('select n from log').all()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    expect(connection.prepare(MIGRATIONS_DONE).all()).toEqual([{ name: '0001_first' }, { name: '0002_more' }])
    expect(missingMigrations(['0001_first', '0002_more'], folder)).toBe('')
    expect(missingMigrations(['0001_first'], folder)).not.toContain('create table')
  })

  test('refuses a database that has had one which it does not hold', () => {
    writeMigrations({ '0001_first.sql': 'select 1' })
    expect(() => missingMigrations(['0001_first', '0007_other'], folder)).toThrow(
      /newer version .*0007_other/,
    )
  })
})

test('processes that make the same file at once all open it', async () => {
  const stateFile = join(folder, 'state/service.sqlite')
  const script = join(folder, 'open.mts')
  writeFileSync(
    script,
    `import { openStore } from ${JSON.stringify(join(ROOT, 'serving/service/store/open.ts'))}
     const database = await openStore({ stateFile: ${JSON.stringify(stateFile)}, databaseUrl: null })
     await database.run("insert into secrets (name, value) values ($1, 'x')", [String(process.pid)])
     await database.close()`,
  )
  const run = () => promisify(execFile)(process.execPath, [...TYPESCRIPT_FLAGS, script], { cwd: ROOT })
  await Promise.all(Array.from({ length: 4 }, run))
  const database = await openStore({ stateFile, databaseUrl: null })
  expect(await database.all('select count(*) as total from secrets')).toEqual([{ total: 4 }])
  await database.close()
})

test('the file is private to its owner, and a file that is no database is refused and kept', async () => {
  const stateFile = join(folder, 'state/service.sqlite')
  await (await openStore({ stateFile, databaseUrl: null })).close()
  expect(statSync(stateFile).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700)
  const other = join(folder, 'letter.txt')
  writeFileSync(other, 'Dear reader, this is a letter and no database at all. '.repeat(50))
  const before = statSync(other).size
  await expect(openStore({ stateFile: other, databaseUrl: null })).rejects.toThrow(StoreUnavailable)
  expect(statSync(other).size).toBe(before)
  await expect(openStore({ stateFile: folder, databaseUrl: null })).rejects.toThrow(StoreUnavailable)
})

test('a process that waits too long for another to write or migrate gets "unavailable"', async () => {
  const stateFile = join(folder, 'service.sqlite')
  const database = await openStore({ stateFile, databaseUrl: null })
  const insert = "insert into secrets (name, value) values ('a', 'b')"
  const other = new DatabaseSync(stateFile)
  other.exec('begin immediate')
  const start = performance.now()
  await expect(database.run(insert)).rejects.toThrow(StoreUnavailable)
  expect(performance.now() - start).toBeGreaterThan(900)
  await expect(openStore({ stateFile, databaseUrl: null })).rejects.toThrow(StoreUnavailable)
  expect(await database.all('select name from secrets')).toEqual([])
  other.exec('rollback')
  other.close()
  expect(await database.run(insert)).toBe(1)
  await database.close()
})

test('SQLite writes each statement to the disk before it is confirmed', async () => {
  const database = await openStore({ stateFile: join(folder, 'service.sqlite'), databaseUrl: null })
  expect(await database.all('pragma journal_mode')).toEqual([{ journal_mode: 'wal' }])
  expect(await database.all('pragma synchronous')).toEqual([{ synchronous: 2 }])
  await database.close()
})

test('a file with a limit takes no more once it is full, and is used again when there is room', async () => {
  const database = await openSqlite(join(folder, 'inbox.sqlite'), 400_000)
  const add = (id: string) =>
    database.run(
      "insert into feedback (id, fingerprint, received_at, feedback_type, message) values ($1, $1, 0, 'other', $2)",
      [id, 'x'.repeat(50_000)],
    )
  let added = 0
  const fill = async () => {
    for (; added < 100; added += 1) await add(String(added))
  }
  await expect(fill()).rejects.toThrow(StoreUnavailable)
  expect(added).toBeGreaterThan(2)
  await database.run('delete from feedback')
  await add('again')
  await database.close()
})
