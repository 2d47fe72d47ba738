/** Bodies that were read to their end. */
const texts = new WeakMap<Response, string>()

/**
 * Returns a response whose body was read to its end: its text is at hand, and a stream is made of it only for who asks for
 * one, since that costs more than the rest of an answer.
 */
export function createWholeResponse(text: string, init: ResponseInit, url: string): Response {
  const response = new Response(null, init)
  texts.set(response, text)
  let stream: ReadableStream<Uint8Array> | null = null
  const getBody = () => {
    if (text !== '') stream ??= new Blob([text]).stream()
    return stream
  }
  return Object.defineProperties(response, {
    url: { value: url },
    body: { get: getBody },
    text: { value: async () => text },
    json: { value: async (): Promise<unknown> => JSON.parse(text) },
  })
}

/** Returns the text of a body that was read to its end; undefined for one that still arrives. */
export const getWholeText = (response: Response): string | undefined => texts.get(response)
