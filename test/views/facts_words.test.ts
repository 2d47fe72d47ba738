import { expect, test } from 'vitest'
import type { IncidentRow } from '../../core/views/incident_row.ts'
import { describeIncident } from '../../core/views/incident_words.ts'
import type { PackageCheckRow } from '../../core/views/package_check_row.ts'
import {
  describeLicense,
  describePackageCheck,
  describeVulnerability,
  namePackage,
} from '../../core/views/package_words.ts'

const PACKAGE = { registry: 'npm', package: 'alder', version: '1.0.0' }
const CHECK: PackageCheckRow = {
  ...PACKAGE,
  state: 'checked',
  asked_on: '2026-03-26',
  known: 0,
  withdrawn: [],
}

test('what is not known is said, and never taken for none', () => {
  expect(describeLicense(null)).toContain('unknown')
  const license = { spdx_id: null, repository: 'a/b', observed_on: '2026-03-26' }
  expect(describeLicense(license)).toBe(
    'Licence of a/b: none stated that GitHub recognises (GitHub, 2026-03-26).',
  )
  expect(describePackageCheck(CHECK)).toBe('none known, source OSV, asked on 2026-03-26')
  for (const state of ['registry', 'no_version', 'not_yet'] as const)
    expect(describePackageCheck({ ...CHECK, state, asked_on: null, known: null })).toMatch(
      /^not (checked|asked)/,
    )
  expect(namePackage({ ...PACKAGE, version: null })).toBe('alder (npm)')
})

test('a vulnerability has its severity and the version that mends it, where they are known', () => {
  const row = { ...PACKAGE, id: 'SAMPLE-1', severity: null, cvss_score: null, fixed_in: null }
  expect(describeVulnerability(row)).toBe('severity unknown; no version is named that mends it')
  expect(describeVulnerability({ ...row, id: 'MAL-2026-1' })).toContain('reported as malicious')
})

const INCIDENT: IncidentRow = {
  ...{ kind: 'mcp', url: 'https://a.example/mcp', outcome: 'dns', answered_before_on: '2026-03-01' },
  ...{ began_on: '2026-03-02', ended_on: '2026-03-02', answered_again_on: '2026-03-03', silent_days: 1 },
  ...{
    outcome_before: 'answers',
    outcome_after: 'answers',
    is_version_changed: null,
    is_tools_changed: null,
  },
}

test.each<[string, Partial<IncidentRow>, RegExp]>([
  [
    'that nothing is known to have changed',
    {},
    /on 2026-03-02 \(one asked day\).*as before, as far as is known$/,
  ],
  ['that the tools are the same', { is_tools_changed: false }, /with the same tools$/],
  [
    'that it is gated now',
    { outcome_after: 'gated' },
    /2026-03-03, and it now asks for credentials or payment$/,
  ],
  [
    'that it lasts',
    { ended_on: null, answered_again_on: null, outcome_after: null },
    /since 2026-03-02 .*; it lasts$/,
  ],
  [
    'that nobody had asked before',
    { answered_before_on: null, outcome_before: null },
    /and was not asked before$/,
  ],
])('an incident says %s', (_, more, words) => {
  expect(describeIncident({ ...INCIDENT, ...more })).toMatch(words)
})
