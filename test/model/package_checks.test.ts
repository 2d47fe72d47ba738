import { expect, test } from 'vitest'
import { daysAgo, runCheck } from './given.ts'
import { toGivenTables } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const VERSIONS: [string, string, string | null][] = [
  ['npm', '@alder/server', '1.2.0'],
  ['npm', 'alder-quiet', '1.0.0'],
  ['npm', 'alder-later', '1.0.0'],
  ['npm', 'alder-latest', 'latest'],
  ['pypi', 'alder-kit', null],
  ['pypi', 'alder-range', '>=2'],
  ['pypi', 'alder-rc', '1!2.0rc1.post2'],
  ['oci', 'images.alder.example/server', '1.2.0'],
]
const found = (id: string, more: object = {}) => ({
  ...{ id, is_found: true, severity: 'high', cvss_score: 7.5, cvss_vector: 'CVSS', aliases: ['CVE-1'] },
  ...{ affected: [], observed_on: daysAgo(2), ...more },
})
const FIXED = [
  {
    registry: 'npm',
    package: '@alder/server',
    events: [
      { event: 'introduced', version: '0' },
      { event: 'fixed', version: '1.10.0' },
    ],
  },
]

const given = () =>
  toGivenTables(
    {
      stg_mcp_registry__package_versions: 'name registry package version',
      int_records__handles: 'record_id handle',
      raw_osv_packages:
        'registry package version vulnerabilities:json gone_since:date observed_on:date observed_at source_url response_sha256',
      raw_osv_vulnerabilities: `id is_found:boolean published_at modified_at withdrawn_at severity cvss_score:double cvss_vector
        aliases:json affected:json observed_on:date observed_at source_url response_sha256`,
    },
    {
      stg_mcp_registry__package_versions: VERSIONS.map(([registry, name, version]) => ({
        ...{ name: 'example.alder/server', registry, package: name, version },
      })),
      int_records__handles: [{ record_id: 'mcp_registry:example.alder/server', handle: 'alder' }],
      raw_osv_packages: [
        {
          ...{ registry: 'npm', package: '@alder/server', version: '1.2.0', observed_on: daysAgo(5) },
          vulnerabilities: ['S-1', 'S-2', 'S-3', 'S-4'].map((id) => ({
            id,
            modified: '2026-01-01T00:00:00Z',
          })),
        },
        {
          registry: 'npm',
          package: 'alder-quiet',
          version: '1.0.0',
          vulnerabilities: [],
          observed_on: daysAgo(0),
        },
        {
          registry: 'npm',
          package: 'alder-later',
          version: '0.9.0',
          vulnerabilities: [],
          observed_on: daysAgo(0),
        },
      ],
      raw_osv_vulnerabilities: [
        found('S-1', { affected: FIXED }),
        found('S-2', { withdrawn_at: '2026-03-01T00:00:00Z' }),
        found('S-3', { is_found: false, severity: null, cvss_score: null }),
      ],
    },
  )

test('a package is checked in the version that is listed, as of the day of the answer, or is not, with the reason', async () => {
  const db = await buildFrom(given(), ['package_checks', 'vulnerabilities'])
  expect(await db.rows('select package, state, asked_on, known, withdrawn from package_checks')).toEqual([
    { package: '@alder/server', state: 'checked', asked_on: daysAgo(5), known: 3, withdrawn: ['S-2'] },
    { package: 'alder-later', state: 'not_yet', asked_on: null, known: null, withdrawn: [] },
    { package: 'alder-latest', state: 'no_version', asked_on: null, known: null, withdrawn: [] },
    { package: 'alder-quiet', state: 'checked', asked_on: daysAgo(0), known: 0, withdrawn: [] },
    {
      package: 'images.alder.example/server',
      state: 'registry',
      asked_on: null,
      known: null,
      withdrawn: [],
    },
    { package: 'alder-kit', state: 'no_version', asked_on: null, known: null, withdrawn: [] },
    { package: 'alder-range', state: 'no_version', asked_on: null, known: null, withdrawn: [] },
    { package: 'alder-rc', state: 'not_yet', asked_on: null, known: null, withdrawn: [] },
  ])
  expect(await db.rows('select id, severity, fixed_in from vulnerabilities')).toEqual([
    { id: 'S-1', severity: 'high', fixed_in: '1.10.0' },
    { id: 'S-3', severity: null, fixed_in: null },
    { id: 'S-4', severity: null, fixed_in: null },
  ])
  const checks = ['package_checks_add_up', 'vulnerabilities_are_known']
  for (const check of checks) expect(await runCheck(db, check)).toEqual([])
  await db.run(
    `insert into vulnerabilities select * replace ('S-2' as id) from vulnerabilities where id = 'S-1'`,
  )
  for (const check of checks) expect(await runCheck(db, check)).not.toEqual([])
  db.close()
})
