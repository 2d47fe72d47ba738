import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCodeVersion } from '../../pipeline/run/code_version.ts'

const PAUSE_MS = 100
const MAX_BUILD_MS = 300_000
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/assay-sample')

/**
 * Returns a folder that `build` fills once for a state of the code, shared by all tests of all processes. Nobody writes
 * to it.
 */
export async function builtOnce(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const version = readCodeVersion().sha256.slice(0, 16)
  const folder = join(CACHE, `${name}-${version}`)
  mkdirSync(CACHE, { recursive: true })
  while (!existsSync(folder)) {
    const claim = `${folder}-claimed`
    if (isClaimed(claim)) await sleep(PAUSE_MS)
    else await buildAs(folder, version, build).finally(() => rmSync(claim, { recursive: true, force: true }))
  }
  return folder
}

/** True if another process already builds it; otherwise claims it. An abandoned claim is taken over. */
function isClaimed(claim: string): boolean {
  try {
    mkdirSync(claim)
    return false
  } catch {
    const age = Date.now() - (statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > MAX_BUILD_MS) rmSync(claim, { recursive: true, force: true })
    return true
  }
}

async function buildAs(
  folder: string,
  version: string,
  build: (folder: string) => Promise<void>,
): Promise<void> {
  if (existsSync(folder)) return
  for (const old of readdirSync(CACHE))
    if (!old.includes(version)) rmSync(join(CACHE, old), { recursive: true, force: true })
  const work = mkdtempSync(join(CACHE, `building-${version}-`))
  await build(work)
  renameSync(work, folder)
}
