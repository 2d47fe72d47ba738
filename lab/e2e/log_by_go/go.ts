import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

// The path of Debian's golang-golang-x-mod-dev. Nothing is downloaded.
const GOPATH = '/usr/share/gocode'
const LIBRARY = join(GOPATH, 'src/golang.org/x/mod/sumdb')

/** The results of the Go program on a log. */
interface ByGo {
  origin: string
  size: number
  tiles: number
  inclusions: number
  days: number
  checkpoints: number
  consistent_pairs: number
  cosignatures: number
}

/** Checks a log by Go, with older checkpoints of it; throws an error with what is wrong. */
export type CheckByGo = (log: string, older?: string[]) => Promise<ByGo>

/** Builds the check in a folder; null, and why on stderr, where Go or its library is missing. */
export async function buildCheck(folder: string): Promise<CheckByGo | null> {
  const run = promisify(execFile)
  const hasGo = await run('go', ['version']).then(
    () => true,
    () => false,
  )
  if (!hasGo || !existsSync(LIBRARY)) {
    console.error('not run: needs Go and golang.org/x/mod (Debian: golang-go, golang-golang-x-mod-dev)')
    return null
  }
  const program = join(folder, 'check')
  const env = { ...process.env, GO111MODULE: 'off', GOFLAGS: '', GOPATH }
  await run('go', ['build', '-o', program, join(import.meta.dirname, 'check.go')], { env })
  return async (log, older = []) => {
    const { stdout } = await run(program, [log, ...older]).catch((error: { stderr: string }) => {
      throw new Error(error.stderr.trim())
    })
    return JSON.parse(stdout) as ByGo
  }
}

/** The time of a cosignature as Python's cryptography finds it, null where none holds, 'missing' without Python. */
export async function cosignedByPython(
  checkpoint: string,
  witness: string,
): Promise<number | null | 'missing'> {
  const script = join(import.meta.dirname, 'cosignature.py')
  return promisify(execFile)('python3', [script, checkpoint, witness]).then(
    ({ stdout }) => Number(stdout),
    ({ code }: { code: number | string }) => (code === 'ENOENT' || code === 3 ? 'missing' : null),
  )
}
