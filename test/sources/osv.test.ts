import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Archive } from '../../pipeline/archive/archive.ts'
import { createHttp } from '../../pipeline/http/client.ts'
import { HostQueues } from '../../pipeline/http/host_queue.ts'
import { listAt, pick } from '../../pipeline/source/pick.ts'
import type { KnownRow, Source } from '../../pipeline/source/source.ts'
import packages from '../../pipeline/sources/osv_packages.ts'
import vulnerabilities from '../../pipeline/sources/osv_vulnerabilities.ts'
import { fetchAll, selectRows } from './context.ts'
import { type OsvServer, startOsvServer } from './osv_server.ts'

const CRITICAL = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'

let osv: OsvServer
let folder: string

beforeEach(async () => {
  osv = await startOsvServer()
  folder = mkdtempSync(join(tmpdir(), 'assay-osv-'))
})
afterEach(async () => {
  await osv.close()
  rmSync(folder, { recursive: true })
})

/** Adds a vulnerability of an npm package in version 1.0.0. */
function add(id: string, name: string, more: object = {}): void {
  const range = { type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0.1' }] }
  const affected = [{ package: { ecosystem: 'npm', name }, ranges: [range], versions: ['1.0.0'] }]
  osv.records.set(id, { id, modified: '2026-01-01T00:00:00Z', affected, ...more })
}

const names = (count: number) => Array.from({ length: count }, (_, nth) => `sample-${nth}`)

const listing = (...listed: string[]): KnownRow[] => [
  {
    ...{ name: 'io.sample/server', status: 'active', observed_on: '2026-01-08' },
    packages: listed.map((identifier) => ({
      registry: 'npm',
      identifier,
      registry_url: null,
      version: '1.0.0',
    })),
  },
]

/** Fetches a source from the server through the client of a run; returns its rows, its coverage and the waits. */
async function fetchDay(source: Source, known: Record<string, KnownRow[]>, attempts = 3) {
  const waits: number[] = []
  const http = createHttp({
    ...{
      archive: new Archive(folder),
      previous: null,
      now: () => 0,
      random: () => 0,
      userAgent: 'test',
      attempts,
    },
    sleep: async (ms) => void waits.push(ms),
    queues: new HostQueues({ '*': { perSecond: Number.POSITIVE_INFINITY } }, async () => {}),
    fetch: osv.fetch,
  })
  const fetched = await fetchAll(source, http, { known })
  const rows = selectRows(fetched).map(
    (row): KnownRow => ({ observed_on: '2026-01-08', ...source.row.parse(row) }),
  )
  return { rows, coverage: fetched.coverage, waits }
}

it('asks about 1,000 packages in one request a day, and about vulnerabilities only when they change', async () => {
  for (const nth of [1, 2, 3]) add(`SAMPLE-2026-${nth}`, `sample-${nth}`)
  const servers = { mcp_registry: listing(...names(1_000)) }
  const first = await fetchDay(packages, servers)
  expect([first.rows.length, first.coverage]).toEqual([1_000, 'all'])
  expect(first.rows.filter((row) => (row.vulnerabilities as object[]).length > 0)).toHaveLength(3)
  const read = await fetchDay(vulnerabilities, { osv_packages: first.rows })
  expect(osv.asked).toEqual([
    'POST /v1/querybatch 200',
    ...[1, 2, 3]
      .map((nth) => `GET /v1/vulns/SAMPLE-2026-${nth} 200`)
      .sort((a, b) => osv.asked.indexOf(a) - osv.asked.indexOf(b)),
  ])
  osv.asked.length = 0
  add('SAMPLE-2026-2', 'sample-2', {
    modified: '2026-01-09T00:00:00Z',
    severity: [{ type: 'CVSS_V3', score: CRITICAL }],
  })
  const second = await fetchDay(packages, { ...servers, osv_packages: first.rows })
  const again = await fetchDay(vulnerabilities, { osv_packages: second.rows, osv_vulnerabilities: read.rows })
  expect(osv.asked).toEqual(['POST /v1/querybatch 200', 'GET /v1/vulns/SAMPLE-2026-2 200'])
  expect(again.rows).toMatchObject([{ id: 'SAMPLE-2026-2', severity: 'critical', cvss_score: 9.8 }])
})

it('asks about more packages in several requests, and follows the pages of each', async () => {
  osv.perPage = 2
  for (const nth of [1, 2, 3, 4, 5]) add(`SAMPLE-2026-${nth}`, 'sample-7')
  const { rows, coverage } = await fetchDay(packages, { mcp_registry: listing(...names(1_200)) })
  expect([rows.length, coverage]).toEqual([1_200, 'all'])
  const row = rows.find((each) => each.package === 'sample-7')
  expect(listAt(row, 'vulnerabilities').map((found) => pick(found, 'id'))).toEqual(
    [1, 2, 3, 4, 5].map((nth) => `SAMPLE-2026-${nth}`),
  )
  // Two batches, and the second and third page of one package.
  expect(osv.asked).toHaveLength(4)
})

it('waits as long as a refusal asks for', async () => {
  osv.refused = 1
  add('SAMPLE-2026-1', 'sample-1')
  const { rows, waits } = await fetchDay(packages, { mcp_registry: listing('sample-1') })
  expect(rows).toHaveLength(1)
  expect(waits).toContain(7_000)
  expect(osv.asked).toEqual(['POST /v1/querybatch 429', 'POST /v1/querybatch 200'])
})

it('knows a withdrawn vulnerability, and one that is gone, as such', async () => {
  add('SAMPLE-2026-1', 'sample-1', {
    withdrawn: '2026-01-02T00:00:00Z',
    database_specific: { severity: 'HIGH' },
  })
  add('SAMPLE-2026-2', 'sample-1')
  const { rows } = await fetchDay(packages, { mcp_registry: listing('sample-1') })
  osv.records.delete('SAMPLE-2026-2')
  const read = await fetchDay(vulnerabilities, { osv_packages: rows })
  expect(read.rows.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))).toMatchObject([
    { id: 'SAMPLE-2026-1', is_found: true, withdrawn_at: '2026-01-02T00:00:00Z', severity: 'high' },
    { id: 'SAMPLE-2026-2', is_found: false, withdrawn_at: null, severity: null, affected: [] },
  ])
})

it('is down: it says so, and nothing takes the place of the last facts', async () => {
  osv.isDown = true
  const known = { mcp_registry: listing('sample-1') }
  await expect(fetchDay(packages, known)).rejects.toThrow('querybatch: status 503')
  const named = [{ registry: 'npm', package: 'sample-1', version: '1.0.0', observed_on: '2026-01-08' }]
  const vulnerable = named.map((row) => ({
    ...row,
    vulnerabilities: [{ id: 'SAMPLE-2026-1', modified: '2026-01-01T00:00:00Z' }],
  }))
  await expect(fetchDay(vulnerabilities, { osv_packages: vulnerable })).rejects.toThrow('status 503')
})

it('leaves what is beyond the requests of a day to another one', async () => {
  const ids = Array.from({ length: 510 }, (_, nth) => ({
    id: `SAMPLE-2026-${nth}`,
    modified: '2026-01-01T00:00:00Z',
  }))
  const named = ids.map((found, nth) => ({
    ...{ registry: 'npm', package: `sample-${nth}`, version: '1.0.0', observed_on: '2026-01-08' },
    vulnerabilities: [found],
  }))
  const { rows, coverage } = await fetchDay(vulnerabilities, { osv_packages: named })
  expect(rows).toHaveLength(500)
  expect(coverage).toEqual({ left_out: '10 of 510 changed vulnerabilities' })
})
