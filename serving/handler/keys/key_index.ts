import { KEYS_HEAD, type KeysHead, keyPlace } from '../../../core/keys/key_files.ts'
import { hexSha256 } from '../../../core/release/sha256.ts'
import type { ServedRelease } from '../served_release.ts'

const NO_KEYS: KeysHead = { files: 0, chains: [], unpaid: 'Not known to be paid', window: '' }

/** Returns the head of a release's keys; an older release has none. */
export const readKeysHead = (release: ServedRelease): Promise<KeysHead> =>
  release.memo('keys', async () => (await release.json<KeysHead>('private', KEYS_HEAD)) ?? NO_KEYS)

/** Returns the value of a key's text in a release, or null. */
export async function readKey(release: ServedRelease, text: string): Promise<string | null> {
  const { files } = await readKeysHead(release)
  if (files === 0) return null
  const { path, name } = keyPlace(await hexSha256(new TextEncoder().encode(text)), files)
  const file = await release.content('private', path)
  const lines = file === null ? '' : new TextDecoder().decode(file.bytes)
  const at = lines.indexOf(`\n${name} `)
  if (at < 0) return null
  const start = at + name.length + 2
  return lines.slice(start, lines.indexOf('\n', start))
}
