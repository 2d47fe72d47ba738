import { expect, onTestFinished, test } from 'vitest'
import { nginxSite } from '../../pipeline/artifacts/hosts/nginx.ts'
import { nginxVersion, startNginx } from '../kit/hosts/nginx_process.ts'
import { temporaryFolder } from './published.ts'

test.skipIf(nginxVersion() === null)(
  'while the handler is down, nginx answers the preflight of a script that asks for a file',
  async () => {
    const folder = temporaryFolder()
    const nginx = await startNginx(folder.path, (listen) =>
      // Nothing listens there.
      nginxSite({ output: folder.path, listen, serverName: 'localhost', handler: '127.0.0.1:9' }),
    )
    onTestFinished(async () => {
      await nginx.close()
      folder.remove()
    })
    const address = `${nginx.url}/api/agent-economy/llm-summary`
    const { status, headers } = await fetch(address, { method: 'OPTIONS' })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(headers.get('access-control-allow-headers')).toMatch(/^\*, Authorization, /)
    expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect((await fetch(`${nginx.url}/api/agents/find?q=x`)).status).toBe(503)
  },
  30_000,
)
