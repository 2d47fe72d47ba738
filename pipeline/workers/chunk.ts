import { z } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import type { Archive } from '../archive/archive.ts'

/** Minimum size of a full chunk: few objects where bodies are small, little memory where not. */
const CHUNK_BYTES = 16 * 1024 * 1024
const NEWLINE = 10

const indexSchema = z.array(z.object({ name: z.string(), bytes: z.int().min(0) }))

/** Packs bodies of an archive into chunks: a line that lists them as JSON, then each as stored, compressed. */
export function* packChunks(archive: Archive, hashes: Iterable<string>): Generator<Uint8Array> {
  let pending: { name: string; bytes: Buffer }[] = []
  let size = 0
  for (const hash of [...new Set(hashes)].sort()) {
    const body = archive.readPacked(hash)
    pending.push(body)
    size += body.bytes.length
    if (size < CHUNK_BYTES) continue
    yield packChunk(pending)
    pending = []
    size = 0
  }
  if (pending.length > 0) yield packChunk(pending)
}

/** Stores the bodies of a chunk in an archive. Throws OperationalError where it is not whole. */
export function unpackChunk(archive: Archive, chunk: Uint8Array): void {
  const end = chunk.indexOf(NEWLINE)
  let at = end + 1
  for (const { name, bytes } of parseIndex(chunk.subarray(0, end))) {
    archive.writePacked(name, chunk.subarray(at, at + bytes))
    at += bytes
  }
}

function packChunk(bodies: { name: string; bytes: Buffer }[]): Uint8Array {
  const index = bodies.map(({ name, bytes }) => ({ name, bytes: bytes.length }))
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...bodies.map(({ bytes }) => bytes)])
}

function parseIndex(line: Uint8Array): z.infer<typeof indexSchema> {
  try {
    return indexSchema.parse(JSON.parse(new TextDecoder().decode(line)))
  } catch (cause) {
    throw new OperationalError('a chunk of another machine has no list of its bodies', { cause })
  }
}
