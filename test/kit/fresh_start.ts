import { execFileSync, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROJECT } from './child.ts'

const MAX_STOP_MS = 30_000

/** `npm start` as a user runs it, in a process group of its own, as in a terminal. */
export interface Person {
  /** The started process, which leads its group; undefined if it could not start. */
  pid: number | undefined
  /** The output so far. */
  text(): string
  /** Settles when it has ended. */
  ended: Promise<number | null>
  /** Presses Ctrl-C; returns the exit code, or null if it does not end. */
  stop(): Promise<number | null>
  kill(): void
}

/** Clones the last commit of this checkout into an empty folder. */
export const cloneInto = (folder: string): void =>
  void execFileSync('git', ['clone', '--quiet', '--no-hardlinks', PROJECT, folder])

/** Starts it in a clone with the given settings only; a machine may need its own certificates to reach a registry. */
export function startIn(folder: string, port: number, settings: Record<string, string> = {}): Person {
  const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env
  const env = { PATH, HOME, ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }), ...settings }
  const child = spawn('npm', ['start', '--', '--port', String(port)], {
    ...{ cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // The whole group has ended.
    }
  }
  return {
    pid: child.pid,
    text: () => text,
    ended,
    stop: () => {
      signal('SIGINT')
      return Promise.race([ended, sleep(MAX_STOP_MS, null, { ref: false })])
    },
    kill: () => signal('SIGKILL'),
  }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
