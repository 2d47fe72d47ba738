import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSampleUpstreams } from '../../../sample/sample.ts'

/** The invented upstreams over HTTP, for a run that is a process of its own: `UPSTREAM_BASE` is `<url>/@<day>`. */
export interface SampleServer {
  base(day: string): string
  close(): Promise<void>
}

/** Starts them on a free port of the loopback. */
export async function startSampleServer(): Promise<SampleServer> {
  const server = createServer(async (request, response) => {
    const [, day = '', address = ''] = /^\/@([\d-]+)\/(.*)$/.exec(request.url ?? '') ?? []
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = 'GET', headers } = request
    const given = Object.entries(headers).filter(
      ([name, value]) => typeof value === 'string' && !['host', 'connection'].includes(name),
    ) as [string, string][]
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
    const asked = new Request(`https://${address}`, { method, headers: given, ...body })
    try {
      const answer = await createSampleUpstreams(day).fetch(asked)
      const bytes = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(bytes)
    } catch {
      // A sample host that does not answer closes the connection here too.
      request.socket.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base: (day) => `http://127.0.0.1:${port}/@${day}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
