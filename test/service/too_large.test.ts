import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from './running.ts'

test('a body that is too large does not hold up the next call on its connection', async () => {
  const { port } = await startTestServer()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const sendRequest = async (method: string, path: string, body = '') => {
    const sent = request({ port, host: '127.0.0.1', method, path, agent, timeout: 3_000 }).end(body)
    sent.on('timeout', () => sent.destroy(new Error('no answer within 3 s')))
    const [answer] = await once(sent, 'response')
    answer.resume()
    await once(answer, 'end')
    return { status: answer.statusCode, reused: sent.reusedSocket }
  }
  const large = 'x'.repeat(2_000_000)
  expect(await sendRequest('POST', '/api/public/trust/batch', large)).toEqual({ status: 413, reused: false })
  expect(await sendRequest('GET', '/')).toEqual({ status: 200, reused: true })
})
