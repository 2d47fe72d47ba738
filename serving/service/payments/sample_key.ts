import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ProKeys } from './pro_keys.ts'

/**
 * Returns a Pro key to try the sample with: the one in the file, or a new one if that is missing or not valid any more.
 * It opens nothing but invented agents; other keys are never stored in clear.
 */
export async function sampleKey(keys: ProKeys, file: string): Promise<string> {
  const storedKey = read(file)
  if (storedKey !== null && (await keys.check(storedKey)) === 'valid') return storedKey
  const { key } = await keys.issue('sample')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return key
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
