import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../service/server.ts'
import { sampleService } from './fixture.ts'

const service = sampleService()
let server: RunningServer
beforeAll(async () => {
  service.publish('2026-01-01')
  server = await startServer({ output: service.output, host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  service.remove()
})

test('over HTTP the answers are those of the application', async () => {
  for (const path of [
    '/',
    '/api/rankings/model_family/llm-summary?limit=3',
    '/api/agent/nobody/llm-summary',
    '/embed/x.svg',
  ]) {
    const [over, direct] = [await fetch(server.url + path), await service.app.request(path)]
    expect([over.status, await over.text()]).toEqual([direct.status, await direct.text()])
    for (const name of ['etag', 'cache-control', 'content-type', 'x-release', 'content-security-policy'])
      expect(over.headers.get(name), name).toBe(direct.headers.get(name))
  }
})

test('HEAD has the length and no body, 304 has neither, a body that is sent is not read', async () => {
  const url = `${server.url}/api/agent-economy/llm-summary`
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, Number(head.headers.get('content-length')) > 0, await head.text()]).toEqual([
    200,
    true,
    '',
  ])
  const same = await fetch(url, { headers: { 'if-none-match': head.headers.get('etag') as string } })
  expect([same.status, await same.text()]).toEqual([304, ''])
  expect((await fetch(url, { method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(405)
})

test.each([
  'GET http://evil.example/api HTTP/1.1',
  'GET //evil.example/ HTTP/1.1',
  'GET /%zz HTTP/1.1',
  'GET * HTTP/1.1',
])('%s is answered, and not with a 500', async (line) => {
  const { hostname, port } = new URL(server.url)
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404)/)
})

test('a taken port is the system’s error', async () => {
  const port = Number(new URL(server.url).port)
  await expect(startServer({ output: service.output, host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
})
