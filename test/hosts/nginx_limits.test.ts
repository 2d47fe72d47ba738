import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { nginxSite } from '../../pipeline/artifacts/hosts/nginx.ts'
import { nginxVersion, startNginx } from '../kit/hosts/nginx_process.ts'
import { temporaryFolder } from './published.ts'

test.skipIf(nginxVersion() === null)(
  'nginx passes on a payment of ten kilobytes, and a refusal whose quote repeats a long query',
  async () => {
    const folder = temporaryFolder()
    const seen: number[] = []
    const handler = createServer((request, response) => {
      seen.push(String(request.headers['payment-signature']).length)
      response.writeHead(402, { 'payment-required': 'A'.repeat(12_000) }).end('{}')
    })
    await new Promise<void>((resolve) => handler.listen(0, '127.0.0.1', resolve))
    const { port } = handler.address() as AddressInfo
    const nginx = await startNginx(folder.path, (listen) =>
      nginxSite({ output: folder.path, listen, serverName: 'localhost', handler: `127.0.0.1:${port}` }),
    )
    onTestFinished(async () => {
      await nginx.close()
      handler.closeAllConnections()
      handler.close()
      folder.remove()
    })
    const answer = await fetch(`${nginx.url}/api/agents/find/full?q=agent&x=${'y'.repeat(2_000)}`, {
      headers: { 'PAYMENT-SIGNATURE': 'A'.repeat(10_000) },
    })
    expect([answer.status, answer.headers.get('payment-required')?.length]).toEqual([402, 12_000])
    expect(seen.at(-1)).toBe(10_000)
  },
  30_000,
)
