import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { assay } from '../../packages/client/client.ts'
import { type SampleHandler, sampleHandler } from '../sample_handler.ts'

/** The sample release behind a `fetch`. */
export function createFetch(handler: SampleHandler): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const { method, headers } = request
    return handler.ask(pathname + search, { method, headers })
  }
}

/** A client of the sample release. */
export const sampleClient = async () =>
  assay({ url: 'https://assay.example', fetch: createFetch(await sampleHandler()) })

/** A `fetch` that answers everything with one body. */
export const fixedFetch =
  (body: string, status = 200, type = 'application/json'): typeof fetch =>
  async () =>
    new Response(body, { status, headers: { 'content-type': type } })

/** A server on the loopback, gone after the test; gives its address, without a slash at the end. */
export async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
