import { readdir } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { OperationalError } from '../../core/domain/errors.ts'
import type { Protocol } from './protocol.ts'

const FOLDER = fileURLToPath(new URL('./protocols/', import.meta.url))

/** Loads the folder of protocols, one file each. Throws OperationalError for a file that exports none. */
export async function loadProtocols(folder = FOLDER): Promise<Protocol[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()
  return Promise.all(files.map((file) => importProtocol(folder, file)))
}

async function importProtocol(folder: string, file: string): Promise<Protocol> {
  const { default: protocol } = (await import(new URL(file, pathToFileURL(`${folder}/`)).href)) as {
    default?: Protocol
  }
  if (Array.isArray(protocol?.kinds) && typeof protocol.probe === 'function') return protocol
  throw new OperationalError(`${file} must export default { kinds, probe } satisfies Protocol`)
}
