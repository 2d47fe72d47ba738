import { Cache } from '../../../core/domain/cache.ts'
import { hashHex } from '../../archive/archive.ts'
import type { Bodies } from './record.ts'

const MAX_REMEMBERED = 10_000

/** Returns an archive that does not look again at a body that it stored a moment ago: thousands of hosts answer alike. */
export function rememberBodies(archive: Bodies): Bodies {
  const stored = new Cache<true>({ maxSize: MAX_REMEMBERED })
  return {
    hasBody: (hash) => archive.hasBody(hash),
    readBody: (hash) => archive.readBody(hash),
    writeBody(bytes) {
      const hash = hashHex(bytes)
      if (stored.get(hash) === undefined) stored.put(archive.writeBody(bytes), true)
      return hash
    },
  }
}
