import { expect, onTestFinished, test } from 'vitest'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { startServer } from '../../serving/service/server.ts'
import { emptyOutput, publish } from '../handler/published.ts'

const WRITES = ENDPOINTS.filter(({ method, servedAs }) => method === 'POST' && servedAs === 'service')
/** Content types that a browser sends for any page without a preflight. */
const SIMPLE = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', null]
const REPORT = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  ...{ feedback_type: 'other', message: 'Filed by the browser of a reader.' },
})

test('no page of another origin has the browser of its reader write anything', async () => {
  const output = emptyOutput()
  publish(output, '2026-01-01')
  const server = await startServer({ output, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  expect(WRITES.map(({ id }) => id)).toEqual(expect.arrayContaining(['feedback', 'mcp', 'mcp_legacy', 'a2a']))
  for (const { path, id } of WRITES)
    for (const type of [...SIMPLE, 'application/json']) {
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      const sent = { ...headers, ...(type === null ? {} : { 'content-type': type }) }
      // Without a type of its own for the text of a body.
      const body = Buffer.from(REPORT)
      const answer = await fetch(server.url + path, { method: 'POST', headers: sent, body })
      expect([400, 403], `${id} ${type}`).toContain(answer.status)
    }
})
