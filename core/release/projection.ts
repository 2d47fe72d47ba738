/**
 * Makes files of an agent from others that its pack keeps: what can be made again at read takes no room in a release.
 * The same bytes every time, and the bytes that the layout `files` has.
 */
export interface Projection {
  /** The keys of what may be made for an agent. */
  keys(handle: string): string[]
  /** Derives the file with this key from the stored ones; null if there is none. */
  file(
    handle: string,
    key: string,
    readStored: (key: string) => string | null,
  ): { body: string; contentType: string } | null
}

/** Opens the projection of a release: `info` and `given` are the texts of its files of that name. */
export type OpenProjection = (info: string, given: string) => Projection
