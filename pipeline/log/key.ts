import { createPrivateKey, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BadUsage } from '../../core/domain/errors.ts'
import { LOG_FILES } from '../../core/log/entries.ts'
import type { LogKey } from '../../core/log/note.ts'
import { basePath } from '../../core/pages/base_path.ts'
import type { RunOptions } from '../run/types.ts'
import { SAMPLE_LOG_KEY } from './sample_key.ts'

/** Returns the path of the log of an output folder. */
export const logFolder = (output: string): string => join(output, 'log')

/**
 * Returns the key that signs the log of a run: that of LOG_KEY_FILE, or the sample's own. Null if none is set and
 * there is no log yet. Throws BadUsage for an index with a log and no key: it must not publish.
 */
export function readLogKey({ output, universe, baseUrl, env }: RunOptions): LogKey | null {
  if (universe.world === 'sample') return SAMPLE_LOG_KEY
  const file = env.LOG_KEY_FILE
  if (file !== undefined) return { origin: parseOrigin(env.LOG_ORIGIN, baseUrl), privateKey: readKey(file) }
  if (!existsSync(join(logFolder(output), LOG_FILES.checkpoint))) return null
  throw new BadUsage(
    `${logFolder(output)} is a log, which each release goes on: give the file of its key in LOG_KEY_FILE`,
  )
}

function parseOrigin(given: string | undefined, baseUrl: string): string {
  const origin = given ?? `${new URL(baseUrl).host}${basePath(baseUrl)}/log`
  // The name is part of signature lines and of the verifier key, which are split at spaces and plus signs.
  if (/^[\w.:/-]{1,100}$/.test(origin)) return origin
  throw new BadUsage('LOG_ORIGIN must be a name such as assay.example/log: letters, digits and . : / - _')
}

function readKey(file: string): KeyObject {
  const key = parsePrivateKey(file)
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new BadUsage(
    `LOG_KEY_FILE (${file}) is not a private Ed25519 key in PEM: make one with openssl genpkey -algorithm ed25519 -out ${file}`,
  )
}

function parsePrivateKey(file: string): KeyObject | null {
  try {
    return createPrivateKey(readFileSync(file))
  } catch {
    return null
  }
}
