import { OperationalError } from '../../../../core/domain/errors.ts'
import type { ReleaseReader } from '../../../../core/release/reader.ts'

/** A release to be served, before it is. */
export interface OfferedRelease {
  id: string
  manifestSha256: string
  /** Returns the bytes of a file, by its key, `public/…`; null without one. */
  read(key: string): Promise<Uint8Array | null>
}

/** A release that must not be served, or vouched for: the message gives the reason. */
export class ReleaseRefused extends OperationalError {
  override name = 'ReleaseRefused'
}

/** Returns an open release as an offered one. */
export const toOffered = (reader: ReleaseReader): OfferedRelease => ({
  id: reader.id,
  manifestSha256: reader.manifestSha256,
  read: async (key) => (await reader.read('public', key.slice('public/'.length)))?.bytes ?? null,
})
