import { assay } from '../../packages/client/client.ts'
import { type SampleHandler, sampleHandler } from '../sample_handler.ts'

/** The sample release behind a `fetch`. */
export function fetchOf(handler: SampleHandler): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const { method, headers } = request
    return handler.ask(pathname + search, { method, headers })
  }
}

/** A client of the sample release. */
export const sampleClient = async () =>
  assay({ url: 'https://assay.example', fetch: fetchOf(await sampleHandler()) })

/** A `fetch` that answers everything with one body. */
export const answering =
  (body: string, status = 200, type = 'application/json'): typeof fetch =>
  async () =>
    new Response(body, { status, headers: { 'content-type': type } })
