import { expect, it } from 'vitest'
import pypiDownloads from '../../pipeline/sources/pypi_downloads.ts'
import { fetchAll, rowsOf } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

const listing = (...identifiers: string[]) => [
  {
    name: 'io.sample/server',
    status: 'active',
    packages: identifiers.map((identifier) => ({ registry: 'pypi', identifier })),
    observed_on: '2026-01-08',
  },
]
const recent = () => ({ body: { data: { last_day: 1, last_week: 7, last_month: 30 } } })

it('asks once for all spellings of a name', async () => {
  const http = fakeHttp(recent)
  const known = { mcp_registry: listing('Sample_Tool', 'sample.tool', 'sample-tool@2.0') }
  expect(rowsOf(await fetchAll(pypiDownloads, http, { known }))).toMatchObject([{ package: 'sample-tool' }])
  expect(http.asked).toEqual(['https://pypistats.org/api/packages/sample-tool/recent'])
})

it('asks for a package that was not found again after a week, like for any other', async () => {
  const days = ['09', '10', '11', '12', '13', '14', '15', '16'].map((date) => `2026-01-${date}`)
  const asked: string[] = []
  let observed = '2026-01-08'
  for (const day of days) {
    const http = fakeHttp(() => ({ status: 404, body: '404' }))
    const pypi_downloads = [{ package: 'gone', is_found: false, observed_on: observed }]
    const known = { mcp_registry: listing('gone'), pypi_downloads }
    if (rowsOf(await fetchAll(pypiDownloads, http, { day, known })).length === 0) continue
    asked.push(day)
    observed = day
  }
  expect(asked.length).toBeGreaterThanOrEqual(1)
  expect(asked.length).toBeLessThanOrEqual(2)
})

it('keeps what was counted when PyPI Stats refuses the rest', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `sample-${String(i).padStart(2, '0')}`)
  const http = fakeHttp(() => (http.asked.length > 12 ? { status: 429, body: 'RATE LIMIT' } : recent()))
  const rows = rowsOf(await fetchAll(pypiDownloads, http, { known: { mcp_registry: listing(...names) } }))
  expect(rows.map((row) => row.package)).toEqual(names.slice(0, 12))
  expect(http.asked.length).toBeLessThan(names.length)
})

it('leaves a package without a weekly count to quarantine', async () => {
  const http = fakeHttp(() => ({ body: { data: { last_day: 1 } } }))
  const [row] = rowsOf(await fetchAll(pypiDownloads, http, { known: { mcp_registry: listing('odd') } }))
  expect(pypiDownloads.row.safeParse(row).success).toBe(false)
})
