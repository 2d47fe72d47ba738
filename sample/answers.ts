import { createHash } from 'node:crypto'

/** A request to one host of the sample, as of the end of a day. */
export interface HostRequest {
  seed: number
  day: number
  url: URL
  request: Request
}

/** Answers for one host; throws where a connection would break or run out of time. */
export type HostHandler = (question: HostRequest) => Response | Promise<Response>

/** A JSON answer. */
export const jsonResponse = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })

/** A JSON answer with an ETag, or 304 without a body when the request has that ETag already. */
export function revalidatedResponse(
  request: Request,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const etag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`
  const known =
    request.headers
      .get('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim()) ?? []
  if (known.includes(etag) || known.includes('*'))
    return new Response(null, { status: 304, headers: { etag, ...headers } })
  return jsonResponse(body, 200, { etag, ...headers })
}
