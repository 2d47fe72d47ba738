import { createServer, type Server } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type StateDatabase, StoreUnavailable } from '../../../serving/service/store/database.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { type PostgresServer, startPostgres } from '../postgres.ts'

let server: PostgresServer
let found: PostgresServer | null

beforeAll(async () => {
  found = await startPostgres()
  if (found !== null) server = found
})
beforeEach(({ skip }) => {
  if (found === null) skip()
})
afterAll(async () => found?.close())

const open = (url = server.url): Promise<StateDatabase> => openStore({ stateFile: '', databaseUrl: url })

async function withDatabase(use: (database: StateDatabase) => Promise<void>): Promise<void> {
  const database = await open()
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

async function asOwner(sql: string): Promise<void> {
  const client = new Client(server.url)
  await client.connect()
  await client.query(sql)
  await client.end()
}

test('a server that crashes is an outage; what it confirmed is there when it is back, without a new handle', () =>
  withDatabase(async (database) => {
    await database.run('create table kept (name text)')
    await database.run('insert into kept (name) values ($1)', ['x'])
    await server.kill()
    await setTimeout(50)
    for (let call = 0; call < 3; call++)
      await expect(database.all('select 1')).rejects.toThrow(StoreUnavailable)
    await server.start()
    expect(await database.all('select name from kept')).toEqual([{ name: 'x' }])
  }))

test('a connection that is ended under a call is an outage, and the next call has a new one', () =>
  withDatabase(async (database) => {
    const slow = database.all('select pg_sleep(4)').catch((error) => error)
    await setTimeout(200)
    await asOwner(
      'select pg_terminate_backend(pid) from pg_stat_activity where query like $$%pg_sleep(4)%$$ and pid <> pg_backend_pid()',
    )
    expect(await slow).toBeInstanceOf(StoreUnavailable)
    expect(await database.all('select 1 as one')).toEqual([{ one: 1 }])
  }))

test('a statement that takes longer than it may is an outage', async () => {
  const database = await open(`${server.url}?statement_timeout=200`)
  await expect(database.all('select pg_sleep(20)')).rejects.toThrow(StoreUnavailable)
  await database.close()
  await withDatabase(async (usual) => {
    expect(await usual.all('show statement_timeout')).toEqual([{ statement_timeout: '5s' }])
  })
})

test('a server that takes connections and says nothing is an outage within seconds', async () => {
  const mute: Server = createServer(() => {})
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const address = mute.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const start = Date.now()
  await expect(open(`postgres://assay@127.0.0.1:${address.port}/postgres`)).rejects.toThrow(StoreUnavailable)
  expect(Date.now() - start).toBeLessThan(5_000)
  mute.close()
})

test('a password never stands in an error', async () => {
  const error = await open('postgres://assay:hunter2@127.0.0.1:1/postgres').catch((thrown) => thrown)
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(`${error.message} ${error.cause?.message}`).not.toContain('hunter2')
})

test('a server that confirms before it has written is refused, with what to do', async () => {
  await asOwner('alter role assay set synchronous_commit = off')
  await expect(open()).rejects.toThrow(/synchronous_commit = off.*alter role/)
  await asOwner('alter role assay reset synchronous_commit')
  await withDatabase(async () => {})
})
