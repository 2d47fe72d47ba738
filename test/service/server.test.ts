import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../serving/service/server.ts'
import { emptyOutput, publish, sampleArtifacts } from '../handler/published.ts'

async function running() {
  const output = emptyOutput()
  const id = publish(output, '2026-01-01')
  const server = await startServer({ output, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  return { ...server, id, port: Number(new URL(server.url).port) }
}

/** Sends bytes as they are and returns everything until the server closes. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let answer = ''
  for await (const part of socket) answer += part
  return answer
}

test('the same answers as without a port, over one kept connection', async () => {
  const { port, id } = await running()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const sendRequest = async (method: string, path: string, headers = {}) => {
    const sent = request({ port, host: '127.0.0.1', path, method, headers, agent }).end()
    const [answer] = await once(sent, 'response')
    let body = ''
    for await (const part of answer) body += part
    return { status: answer.statusCode, headers: answer.headers, body, reused: sent.reusedSocket }
  }
  const path = '/api/agent/agent-0/llm-summary'
  const get = await sendRequest('GET', path)
  expect(get).toMatchObject({ status: 200, body: '{"handle":"agent-0"}\n', reused: false })
  expect(get.headers).toMatchObject({
    'x-release': id,
    'content-length': '21',
    'access-control-allow-origin': '*',
  })
  const head = await sendRequest('HEAD', path)
  expect(head).toMatchObject({ status: 200, body: '', reused: true })
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
  const same = await sendRequest('GET', path, { 'if-none-match': `"x", ${get.headers.etag}` })
  expect(same).toMatchObject({ status: 304, body: '', reused: true })
  expect(await sendRequest('POST', path, { 'content-type': 'text/plain' })).toMatchObject({
    status: 405,
    reused: true,
  })
  expect(await sendRequest('OPTIONS', '*')).toMatchObject({ status: 204, reused: true })
  expect(await sendRequest('GET', '/data/../runs/latest')).toMatchObject({
    status: 200,
    body: '<p>run</p>',
    reused: true,
  })
  expect(await sendRequest('GET', '//evil/%zz?x#y')).toMatchObject({ status: 404, reused: true })
  expect(await sendRequest('GET', path.replace('0', '%30'))).toMatchObject({ status: 200, reused: true })
})

test('odd request lines get an answer of the app, not a broken connection', async () => {
  const { port } = await running()
  const first = async (line: string) =>
    (await raw(port, `${line} HTTP/1.1\r\nHost: evil/api?x\r\nConnection: close\r\n\r\n`)).split('\r\n')[0]
  expect(await first('GET http://elsewhere/runs/latest')).toContain(' 200 ')
  for (const line of ['GET *', 'GET http://', 'GET ftp://x/', 'TRACE /', 'GET /\\..\\secret.json'])
    expect(await first(line), line).toMatch(/ 40[45] /)
})

test('a client that disconnects in the middle affects no other', async () => {
  const { port, url } = await running()
  for (let round = 0; round < 20; round++) {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /data/counts.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(round))
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf')
    await once(socket, 'connect')
    socket.resetAndDestroy()
  }
  expect((await fetch(`${url}/`)).status).toBe(200)
})

test('closing ends kept connections at once, and the port is free again', async () => {
  const output = emptyOutput()
  publish(output, '2026-01-01', sampleArtifacts())
  const server = await startServer({ output, host: '127.0.0.1', port: 0 })
  await (await fetch(`${server.url}/`)).text()
  const started = performance.now()
  await server.close()
  expect(performance.now() - started).toBeLessThan(2_000)
  await expect(fetch(`${server.url}/`)).rejects.toThrow()
  const again = await startServer({ output, host: '127.0.0.1', port: Number(new URL(server.url).port) })
  await expect(
    startServer({ output, host: '127.0.0.1', port: Number(new URL(again.url).port) }),
  ).rejects.toThrow('EADDRINUSE')
  await again.close()
})
