import { hash } from 'node:crypto'
import { z } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import { sha256 } from '../../core/interface/schemas/sha256.ts'
import { type FileList, formatList, parseList } from '../../core/release_store/file_list.ts'
import { inParallel } from '../../core/release_store/in_parallel.ts'
import { type StoredRelease, storedRelease } from '../../core/release_store/pointer.ts'

const schema = z.strictObject({
  format: z.literal(1),
  /** The newest first. */
  releases: z.array(storedRelease),
  /** Name → SHA-256 of the part's file list. */
  parts: z.record(z.string(), sha256),
})

/**
 * Everything in a store besides the served release: the retained releases, and the files of archive, history and log.
 */
export interface Contents {
  releases: StoredRelease[]
  parts: Map<string, FileList>
}

export const NOTHING: Contents = { releases: [], parts: new Map() }

/** Serialized contents: a blob for each part, and one that names them. */
export interface WrittenContents {
  sha256: string
  /** SHA-256 → text. */
  blobs: Map<string, string>
}

/**
 * Each day is a part, so that a run changes few of them: a closed day never changes again. A body is in the part of
 * the day that stored it first.
 */
export function writeContents({ releases, parts }: Contents): WrittenContents {
  const texts = [...parts].map(([name, list]) => ({ name, text: formatList(list) }))
  const blobs = new Map(texts.map(({ text }) => [hash('sha256', text), text]))
  const named = texts.map(({ name, text }) => [name, hash('sha256', text)] as const)
  const sorted = Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)))
  const text = `${JSON.stringify({ format: 1, releases, parts: sorted }, null, 1)}\n`
  const sha256 = hash('sha256', text)
  return { sha256, blobs: blobs.set(sha256, text) }
}

/** Reads contents; `sha256` is the pointer's, and `read` returns the blob of a hash. */
export async function readContents(
  read: (sha256: string) => Promise<Uint8Array>,
  sha256: string,
): Promise<Contents> {
  const { releases, parts: named } = parseContents(await read(sha256))
  const parts = new Map<string, FileList>()
  await inParallel(Object.entries(named), async ([name, list]) =>
    parts.set(name, parseList(new TextDecoder().decode(await read(list)))),
  )
  return { releases, parts }
}

/** Returns all files, by their paths from the output folder. */
export function allFiles({ parts }: Contents): FileList {
  return new Map([...parts.values()].flatMap((list) => [...list]))
}

function parseContents(bytes: Uint8Array): z.infer<typeof schema> {
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (cause) {
    throw new OperationalError(
      'the contents of the release store are of another version: update this program',
      {
        cause,
      },
    )
  }
}
