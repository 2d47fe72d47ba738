import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SAMPLE_LOG_KEY } from '../../../pipeline/log/sample_key.ts'
import { testKey } from '../../../test/verify/keys.ts'
import type { WrittenLog } from '../../../test/verify/log_writer.ts'
import type { SeenCheckpoint } from '../../../verify/checks/log.ts'
import type { Claim } from '../../../verify/claims.ts'
import { openFolder } from '../../../verify/command/folder.ts'
import { verify } from '../../../verify/verify.ts'

/** The key that signs the log of the sample: an operator who cheats has it too. */
export const SAMPLE_KEY = testKey(SAMPLE_LOG_KEY.origin, 1, SAMPLE_LOG_KEY.privateKey)

/** Runs verify on an output folder, given the log seen before. */
export async function verifyFolder(
  output: string,
  seen: SeenCheckpoint | null,
  day: string | null = null,
): Promise<Claim[]> {
  const folder = openFolder(output)
  if (folder === null) throw new Error(`${output} holds no release`)
  const { claims } = await verify({
    ...{ source: folder.current, release: folder.release, day, seen },
    ...{ agent: null, attestation: null, logKey: SAMPLE_KEY.key, witnesses: [], rpc: null, isWholeLog: true },
    now: () => new Date(),
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  })
  return claims
}

/** The broken claims, a line each. */
export const broken = (claims: Claim[]): string[] =>
  claims.filter(({ result }) => result === 'broken').map(({ name, detail }) => `${name}: ${detail}`)

/** A copy of an output folder that shares no file with it. */
export function copied(output: string, folder: string): string {
  cpSync(output, folder, { recursive: true, verbatimSymlinks: true })
  return folder
}

/** Puts something in the place of a file while `look` looks; null takes it away. */
export async function withFile<T>(
  path: string,
  bytes: Uint8Array | null,
  look: () => Promise<T>,
): Promise<T> {
  const before = existsSync(path) ? readFileSync(path) : null
  put(path, bytes)
  try {
    return await look()
  } finally {
    put(path, before)
  }
}

function put(path: string, bytes: Uint8Array | null): void {
  rmSync(path, { force: true })
  if (bytes === null) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

/** Puts another log in the place of the one of a release while `look` looks. */
export async function withLog<T>(release: string, log: WrittenLog, look: () => Promise<T>): Promise<T> {
  const [place, aside] = [join(release, 'public/log'), join(dirname(dirname(release)), 'log-aside')]
  cpSync(place, aside, { recursive: true })
  rmSync(place, { recursive: true })
  for (const [path, bytes] of log) put(join(place, path), bytes)
  try {
    return await look()
  } finally {
    rmSync(place, { recursive: true })
    cpSync(aside, place, { recursive: true })
    rmSync(aside, { recursive: true })
  }
}
