import type { Content } from '../../core/interface/content.ts'
import { notFound } from '../../core/interface/errors.ts'
import type { ServedRelease } from './served_release.ts'

/** A JSON answer: an object for tools and skills, bytes for REST. Both throw HttpError where there is none. */
export interface JsonAnswer<T> {
  object(): Promise<T>
  content(): Promise<Content>
}

/** The result of `make`. Its JSON is cached under a key from the second request on; the object is built anew. */
export const renderCached = <T>(
  release: ServedRelease,
  key: string,
  make: () => Promise<T>,
): JsonAnswer<T> => ({
  object: make,
  content: () => release.render(key, make),
})

/** The same answer with fields that depend on the words of the caller: its JSON is cached under no key. */
export const addFields = <T>(
  release: ServedRelease,
  answer: JsonAnswer<T>,
  fields: (answer: T) => object,
): JsonAnswer<T> => {
  const object = async () => {
    const whole = await answer.object()
    return { ...whole, ...fields(whole) }
  }
  return { object, content: async () => release.build(await object()) }
}

/** A file of the release. */
export const readPublished = <T>(
  release: ServedRelease,
  side: 'public' | 'private',
  path: string,
): JsonAnswer<T> => ({
  object: async () => found(await release.json<T>(side, path)),
  content: async () => found(await release.content(side, path)),
})

/** The part of a private file that `cut` returns; `variant` names it. */
export const cutFrom = <File, T>(
  release: ServedRelease,
  path: string,
  variant: string,
  cut: (file: File) => T,
): JsonAnswer<T> =>
  cachedJson(async () =>
    found(await release.cut(path, variant, (text) => `${JSON.stringify(cut(JSON.parse(text) as File))}\n`)),
  )

/** JSON that is cached as bytes, since building it (a cut of a long file, a search) takes longer than parsing. */
export const cachedJson = <T>(content: () => Promise<Content>): JsonAnswer<T> => ({
  content,
  object: async () => JSON.parse(new TextDecoder().decode((await content()).bytes)) as T,
})

function found<T>(given: T | null): T {
  if (given === null) throw notFound()
  return given
}
