import type { Content } from '../../core/interface/content.ts'
import type { ServedRelease } from './served_release.ts'

/** A file of a day's release, with a note that names it; null where that release, or the file in it, is not kept. */
export async function readKept(release: ServedRelease, day: string, file: string): Promise<Content | null> {
  const { reader } = release
  const kept = day === reader.about.date ? reader : await release.ofDay(day)
  const found = await kept?.read('public', file)
  return kept && found
    ? { ...found, etag: `"${found.sha256.slice(0, 32)}"`, note: `release ${kept.id}` }
    : null
}
