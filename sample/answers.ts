import { createHash } from 'node:crypto'

/** A request to one host of the sample, as of the end of a day. */
export interface Question {
  seed: number
  day: number
  url: URL
  request: Request
}

/** Answers for one host; throws where a connection would break or run out of time. */
export type Answerer = (question: Question) => Response | Promise<Response>

/** A JSON answer. */
export const jsonAnswer = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })

/** A JSON answer with an ETag, or 304 without a body when the request has that ETag already. */
export function revalidatedAnswer(
  request: Request,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const etag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`
  const held =
    request.headers
      .get('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim()) ?? []
  if (held.includes(etag) || held.includes('*'))
    return new Response(null, { status: 304, headers: { etag, ...headers } })
  return jsonAnswer(body, 200, { etag, ...headers })
}
