import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { BOUNDS } from '../../serving/service/bounds.ts'
import { FIGURES } from '../../serving/service/observe/figures.ts'
import { startTestServer } from './running.ts'

test('each metric is shown as it is declared, and those of bounds have a value', async () => {
  const { url } = await startTestServer()
  await (await fetch(`${url}/`)).text()
  const text = await (await fetch(`${url}/metrics`)).text()
  for (const { name, help } of FIGURES)
    expect(text).toContain(
      `# HELP ${name} ${help}\n# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}\n`,
    )
  for (const { metric } of BOUNDS)
    if (metric !== null) expect(text, metric).toMatch(new RegExp(`^${metric}(\\{[^}]*\\})? \\d`, 'm'))
})

test('no caller makes a new value of a label', async () => {
  const { url } = await startTestServer()
  for (const path of [
    '/x1',
    '/x2?y',
    '/agents/nobody-1',
    '/api/agent/nobody-2/llm-summary',
    '/%00',
    '/api/mcp/v9',
  ])
    for (const method of ['GET', 'POST', 'BREW', 'PROPFIND'])
      await fetch(url + path, { method }).then(
        (response) => response.text(),
        () => {},
      )
  const text = await (await fetch(`${url}/metrics`)).text()
  const known = new Set([...ENDPOINTS.map(({ id }) => id), 'none', 'health'])
  for (const [, endpoint = ''] of text.matchAll(/^assay_http_\w+\{.*?endpoint="([^"]*)"/gm))
    expect(known).toContain(endpoint)
})
