import {
  ProbeFailure,
  type ProbeFetch,
  type ProbeRequest,
  type ProbeTarget,
} from '../../pipeline/probes/protocol.ts'

type Respond = (request: ProbeRequest) => Response

/** A server that answers `METHOD address` as given, and 404 to all else, with the requests that it got. */
export function serveSite(answers: Record<string, Respond>) {
  const sent: string[] = []
  const requests: ProbeRequest[] = []
  const fetch: ProbeFetch = async (url, request) => {
    const name = `${request.method} ${url}`
    sent.push(name)
    requests.push(request)
    const response = answers[name]?.(request) ?? json({ detail: 'Not Found' }, 404)
    if (response.url === '') Object.defineProperty(response, 'url', { value: url })
    return response
  }
  return { fetch, sent, requests }
}

export const target = (
  kind: ProbeTarget['kind'],
  url: string,
  more: Partial<ProbeTarget> = {},
): ProbeTarget => ({ url, kind, method: null, ...more })

/** A body as given, by default as JSON. */
export const text = (body: string, status = 200, type = 'application/json', headers = {}): Response =>
  new Response(body, { status, headers: { 'content-type': type, ...headers } })

export const json = (body: unknown, status = 200, headers = {}): Response =>
  text(JSON.stringify(body), status, 'application/json', headers)

export const html = (body: string, status = 200): Response =>
  text(`<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`, status, 'text/html')

/** The empty page of an application. */
export const emptyPage = (): Response => html('<div id="app"></div><script src="/main.js"></script>')

export function fail(outcome: ProbeFailure['outcome']): never {
  throw new ProbeFailure(outcome)
}

/** An answer that came from another address, after redirects. */
export const from = (url: string, response: Response): Response =>
  Object.defineProperty(response, 'url', { value: url })
