import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { BOUNDS, boundsTable } from '../../serving/service/bounds.ts'
import { FIGURES, figuresTable } from '../../serving/service/observe/figures.ts'
import { startTestServer } from './running.ts'

const reference = (page: string) =>
  readFileSync(join(import.meta.dirname, '../../docs/reference', page), 'utf8')

test('the table of limits in docs/reference/limits.md is the one in the code', () => {
  expect(reference('limits.md')).toContain(boundsTable())
})

test('the table of metrics in docs/reference/metrics.md is the one in the code', () => {
  expect(reference('metrics.md')).toContain(figuresTable())
})

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
