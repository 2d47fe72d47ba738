import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type WitnessOptions, witnessLog } from '../../witness/witness.ts'
import type { TestKey } from '../verify/keys.ts'
import { type WrittenLog, writeLog } from '../verify/log_writer.ts'

/** A log of so many days, 301 entries a day; `variant` makes the entries of a day other ones. */
export function createLog(days: number, variant: Record<number, string> = {}, key?: TestKey): WrittenLog {
  const written = Array.from({ length: days }, (_, day) => {
    const date = `2026-03-${String(day + 1).padStart(2, '0')}`
    const agents = Array.from({ length: 300 }, (_, i) => ({
      ...{ kind: 'agent', subject: `agent:${i}`, handle: `${i}`, liveness: `${variant[day] ?? ''}${day}` },
    }))
    const manifest_sha256 = String(day % 10).repeat(64)
    return [
      ...agents,
      { kind: 'manifest', subject: `manifest:${date}`, date, release: `release-${day}`, manifest_sha256 },
    ]
  }).flat()
  return key === undefined ? writeLog(written) : writeLog(written, key)
}

/** A folder that is gone after the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'assay-witness-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

/** Puts a log into an output folder, in place of what was there. */
export function putLog(output: string, log: WrittenLog): void {
  rmSync(join(output, 'log'), { recursive: true, force: true })
  for (const [path, bytes] of log) {
    const file = join(output, 'log', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
}

/** A site that serves whichever log is put in it. */
export async function site(): Promise<{ url: string; serve(log: WrittenLog): void }> {
  let files: WrittenLog = new Map()
  const server = createServer((request, response) => {
    const bytes = files.get((request.url ?? '').slice('/log/'.length))
    if (bytes === undefined) response.writeHead(404).end()
    else response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const serve = (log: WrittenLog) => {
    files = log
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, serve }
}

/** A witness with a key and a state of its own, at noon of the first of April unless its clock is moved. */
export function witness() {
  const home = folder()
  const clock = { ms: Date.UTC(2026, 3, 1, 12) }
  const told: string[] = []
  const files = { keyFile: join(home, 'key.pem'), stateFile: join(home, 'state.json') }
  const runWitness = (log: string, changes: Partial<WitnessOptions> = {}) =>
    witnessLog({
      ...{ log, ...files, evidence: join(home, 'evidence'), name: 'witness.example', logKey: undefined },
      ...{ now: () => clock.ms, print: (text: string) => void told.push(text) },
      ...changes,
    })
  return { home, clock, told, see: runWitness, ...files }
}
