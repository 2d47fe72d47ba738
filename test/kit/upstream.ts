import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PROJECT } from './child.ts'

/** The first date of the replay, and its number of days. */
const FIRST_DAY = Date.parse('2026-03-19')
const REPLAY_DAYS = 32

const MAX_START_MS = 30_000

/** The server's counters. */
interface UpstreamStats {
  requests: number
  trapHosts: string[]
  hosts: Record<
    string,
    { requests: number; statuses: Record<string, number>; faults: Record<string, number>; bytes: number }
  >
}

/** A replay server that stands in for the internet. */
export interface Upstream {
  /** The value of `UPSTREAM_BASE` for one of its days, with or without a fault. */
  base(day: number, fault?: string): string
  /** Returns the JSON of one of the server's own paths, such as `/_truth?day=3`. */
  ask<T>(path: string): Promise<T>
  stats(): Promise<UpstreamStats>
  /** Zeroes its counters. */
  reset(): Promise<void>
  stop(): void
}

/** The logical date of one of the replay's days. */
export const replayDate = (day: number): string =>
  new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10)

/** Its last day, counted from 0. */
export const LAST_REPLAY_DAY = REPLAY_DAYS - 1

/** The path of the replay server: `REPLAY_SERVER`, or beside the project. Null if there is none. */
export function replayServer(): string | null {
  const path = process.env.REPLAY_SERVER ?? join(PROJECT, '../shared/upstream/serve.mjs')
  return existsSync(path) ? path : null
}

/** Calls `work` with a replay server of its own; prints one line if there is none, which is no failure. */
export async function withUpstream(
  work: (upstream: Upstream) => Promise<boolean>,
  options: string[] = [],
): Promise<boolean> {
  const server = replayServer()
  if (server === null) {
    console.log('not run: there is no replay server (set REPLAY_SERVER to its serve.mjs)')
    return true
  }
  const upstream = await startUpstream(server, options)
  try {
    return await work(upstream)
  } finally {
    upstream.stop()
  }
}

/** Starts a replay server on a free port of the loopback and waits until it prints the port. */
export async function startUpstream(server: string, options: string[] = []): Promise<Upstream> {
  const child = spawn(process.execPath, [server, '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = (): void => void child.kill('SIGKILL')
  const root = await readAddress(child).catch((error: unknown) => {
    stop()
    throw error
  })
  // A connection that was kept open may be closed by the server while a day runs.
  const get = (path: string) => fetch(`${root}${path}`, { headers: { connection: 'close' } })
  const ask = async <T>(path: string) => (await (await get(path)).json()) as T
  return {
    base: (day, fault) => `${root}/${fault === undefined ? '' : `!${fault}/`}@${day}`,
    ask,
    stats: () => ask<UpstreamStats>('/_stats'),
    reset: async () => void (await get('/_reset')),
    stop,
  }
}

function readAddress(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`the replay server ${why}`))
    const timer = setTimeout(() => fail(`said nothing for ${MAX_START_MS / 1000} s`), MAX_START_MS)
    child.once('error', reject).once('exit', (code) => fail(`ended with code ${code}`))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}
