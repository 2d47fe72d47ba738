import { concatBytes } from './bytes.ts'

/**
 * The body of an answer; of a longer one than `max` the first `max` bytes and one more, so that it is known to be
 * another. By a reader, since not every browser can walk through a body.
 */
export async function bodyUpTo(response: Response, max: number): Promise<Uint8Array> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    chunks.push(read.value)
    length += read.value.length
    if (length > max) {
      // Whoever sends without end may never acknowledge this.
      void reader?.cancel().catch(() => undefined)
      break
    }
  }
  return concatBytes(...chunks).slice(0, max + 1)
}
