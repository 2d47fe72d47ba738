import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const MAX_START_MS = 10_000
const STARTED_BY_ROOT = process.getuid?.() === 0

/** An nginx of our own: its folder holds all that it writes. */
export interface RunningNginx {
  url: string
  /** The path and query of each call so far, and whether it was passed on to the handler. */
  calls(): { target: string; isHandled: boolean }[]
  close(): Promise<void>
}

/** The version of the installed nginx, e.g. `1.22.1`, or null. */
export function nginxVersion(): string | null {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return (
      /nginx\/([\d.]+)/.exec(execFileSync('sh', ['-c', 'nginx -v 2>&1'], { encoding: 'utf8' }))?.[1] ?? null
    )
  } catch {
    return null
  }
}

/** Runs nginx with one site, which gets the address to listen at; `folder` is for its files alone. */
export async function startNginx(folder: string, site: (listen: string) => string): Promise<RunningNginx> {
  const listen = `127.0.0.1:${await freePort()}`
  const config = join(folder, 'nginx.conf')
  mkdirSync(folder, { recursive: true })
  writeFileSync(config, mainConfig(folder, site(listen)))
  const errors = join(folder, 'error.log')
  const child = spawn('nginx', ['-p', folder, '-e', errors, '-c', config, '-g', 'daemon off;'], {
    stdio: 'ignore',
  })
  const url = `http://${listen}`
  await waitUntilReady(child, url, errors)
  return {
    url,
    calls: () => readFileSync(join(folder, 'calls.log'), 'utf8').split('\n').filter(Boolean).map(parseCall),
    close: () => stop(child),
  }
}

/** The relevant part of Debian's own nginx.conf around a site. */
function mainConfig(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, name)};`,
  )
  return `${STARTED_BY_ROOT ? 'user root;\n' : ''}worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 1024; }
http {
${temporary.join('\n')}
  types { text/html html; application/json json; }
  default_type application/octet-stream;
  gzip on;
  keepalive_requests 1000000;
  log_format calls '$upstream_status $request_uri';
  access_log ${join(folder, 'calls.log')} calls;
${site}
}
`
}

async function waitUntilReady(child: ChildProcess, url: string, errors: string): Promise<void> {
  const until = performance.now() + MAX_START_MS
  while (performance.now() < until) {
    if (child.exitCode !== null) break
    const isUp = await fetch(`${url}/robots.txt`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await wait(20)
  }
  await stop(child)
  throw new Error(`nginx did not start: ${readFileSync(errors, 'utf8')}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

function parseCall(line: string): { target: string; isHandled: boolean } {
  const [status = '', target = ''] = line.split(' ')
  return { target, isHandled: status !== '-' }
}
