import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'

/** A PostgreSQL of the test's own, empty, durable (fsync is on). */
export interface PostgresServer {
  /** e.g. `postgres://assay@127.0.0.1:40123/postgres` */
  url: string
  /** Ends the server at once, as a crash would; its data stays. */
  kill(): Promise<void>
  /** Starts it again, at the same address. */
  start(): Promise<void>
  /** Ends the server and removes its data. */
  close(): Promise<void>
}

/** Runs a program until the input ends: so the server ends with the process of the test, however that is ended. */
const WHILE_READ = `
  exec 3<&0
  "$@" </dev/null & server=$!
  (read -r line <&3; kill -QUIT $server) & watch=$!
  wait $server
  kill $watch`
const MAX_START_MS = 30_000
/** PostgreSQL refuses to run as root; this is the number of `nobody`. */
const UNPRIVILEGED = 65_534

/** Starts a PostgreSQL; gives null where none is installed. Throws when one is there and does not start. */
export async function startPostgres(): Promise<PostgresServer | null> {
  const bin = await binaries()
  if (bin === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'assay-postgres-'))
  if (isRoot()) chownSync(folder, UNPRIVILEGED, UNPRIVILEGED)
  const data = join(folder, 'data')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await initialise(join(bin, 'initdb'), data, folder)
    return await running(join(bin, 'postgres'), data, folder, remove)
  } catch (error) {
    remove()
    throw error
  }
}

async function running(
  program: string,
  data: string,
  folder: string,
  remove: () => void,
): Promise<PostgresServer> {
  const port = await freePort()
  const url = `postgres://assay@127.0.0.1:${port}/postgres`
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=on']
  const argv = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  let child: ChildProcess | null = null
  const kill = () => ended(child)
  const start = async () => {
    child = spawn('/bin/sh', ['-c', WHILE_READ, 'sh', program, ...argv], asUser(folder))
    await waitUntilReady(url, child)
  }
  await start()
  return {
    url,
    kill,
    start,
    async close() {
      await kill()
      remove()
    },
  }
}

async function initialise(program: string, data: string, folder: string): Promise<void> {
  const argv = ['-D', data, '-U', 'assay', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const child = spawn(program, argv, asUser(folder))
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said.join('')}`)
}

/** Its words are dropped when it runs: a pipe that nobody reads would stop it. */
const asUser = (folder: string) => ({
  cwd: folder,
  stdio: 'pipe' as const,
  ...(isRoot() ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
})

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2_000)
  })
  child.stdout?.resume()
  for (let waited = 0; waited < MAX_START_MS; waited += 50) {
    if (child.exitCode !== null) break
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch {
      await setTimeout(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
  await ended(child)
  throw new Error(`PostgreSQL did not start: ${said}`)
}

function ended(child: ChildProcess | null): Promise<void> {
  return new Promise((resolve) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.stdin?.end()
  })
}

/** The folder of `postgres` and `initdb`: on the path, or where Debian keeps them. */
async function binaries(): Promise<string | null> {
  const debian = '/usr/lib/postgresql'
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...installed(debian).map((version) => join(debian, version, 'bin')),
  ]
  for (const folder of folders) {
    const found = ['postgres', 'initdb'].map((name) => access(join(folder, name)))
    if ((await Promise.allSettled(found)).every(({ status }) => status === 'fulfilled')) return folder
  }
  return null
}

function installed(folder: string): string[] {
  try {
    return readdirSync(folder).sort((a, b) => Number(b) - Number(a))
  } catch {
    return []
  }
}

const isRoot = (): boolean => process.getuid?.() === 0

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
