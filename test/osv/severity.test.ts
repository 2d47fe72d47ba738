import { describe, expect, it, test } from 'vitest'
import { affectedRanges } from '../../pipeline/osv/advisory.ts'
import { isVersion, type Registry } from '../../pipeline/osv/ecosystems.ts'
import { findFixedIn } from '../../pipeline/osv/fixed_in.ts'
import { rateAdvisory } from '../../pipeline/osv/severity.ts'

const V2 = 'AV:N/AC:L/Au:N/C:P/I:P/A:P'
const V3 = 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N'
const V4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N'
const vector = (type: string, score: unknown) => ({ type, score })

describe('the severity of an advisory', () => {
  it.each([
    ['a vector of CVSS 3.1', { severity: [vector('CVSS_V3', V3)] }, 'low', 1.8],
    ['the newest of several', { severity: [vector('CVSS_V3', V3), vector('CVSS_V4', V4)] }, 'critical', 9.3],
    ['one of CVSS 2', { severity: [vector('CVSS_V2', V2)] }, 'high', 7.5],
    ['one of an affected package', { affected: [{ severity: [vector('CVSS_V3', V3)] }] }, 'low', 1.8],
    [
      'a vector before a word',
      { severity: [vector('CVSS_V3', V3)], database_specific: { severity: 'HIGH' } },
      'low',
      1.8,
    ],
    ['a word alone', { database_specific: { severity: 'MODERATE' } }, 'medium', null],
    ['an unknown word', { database_specific: { severity: 'constructor' } }, null, null],
    ['half a vector', { severity: [vector('CVSS_V3', 'CVSS:3.1/AV:N')] }, null, null],
    [
      'no vector',
      { severity: [vector('CVSS_V3', '__proto__'), vector('Ubuntu', 'high'), null, 7] },
      null,
      null,
    ],
    ['nothing', null, null, null],
  ])('is that of %s', (_, advisory, severity, cvss_score) => {
    expect(rateAdvisory(advisory)).toMatchObject({ severity, cvss_score })
  })
})

test('a version is one that its registry could have', () => {
  const all: [Registry, string][] = [
    ...['1.2.0', '1.2.0-rc.1', 'latest', '^1.2.0', '1.2', '1.x', "1.2.0'", ''].map(
      (text) => ['npm', text] as [Registry, string],
    ),
    ...['2.0', '2.0rc1', '1!2.0.post1', 'latest', '>=2', '2.0 '].map(
      (text) => ['pypi', text] as [Registry, string],
    ),
  ]
  expect(all.filter(([registry, text]) => isVersion(registry, text)).map(([, text]) => text)).toEqual([
    ...['1.2.0', '1.2.0-rc.1', '2.0', '2.0rc1', '1!2.0.post1'],
  ])
})

describe('the version that mends a vulnerability', () => {
  const fixed = (registry: Registry, version: string, ...ranges: object[][]) => {
    const ecosystem = { npm: 'npm', pypi: 'PyPI' }[registry]
    const affected = ranges.map((events) => ({
      package: { ecosystem, name: registry === 'pypi' ? 'Sample_Kit' : 'sample' },
      ranges: [
        { type: 'ECOSYSTEM', events },
        { type: 'GIT', events: [{ introduced: '0' }, { fixed: '9.9.9' }] },
      ],
    }))
    const used = { registry, package: registry === 'pypi' ? 'sample-kit' : 'sample', version }
    return findFixedIn(used, affectedRanges({ affected }))
  }

  it.each([
    ['1.2.0', [[{ introduced: '0' }, { fixed: '1.10.0' }]], '1.10.0'],
    ['1.2.0', [[{ introduced: '0' }, { last_affected: '1.4.0' }]], null],
    [
      '2.1.0',
      [[{ introduced: '0' }, { fixed: '1.5.0' }, { introduced: '2.0.0' }, { fixed: '2.3.0' }]],
      '2.3.0',
    ],
    [
      '1.2.0',
      [
        [{ introduced: '0' }, { fixed: '1.5.0' }],
        [{ introduced: '2.0.0' }, { fixed: '2.3.0' }],
      ],
      '1.5.0',
    ],
    // 1.5.0 mends the first range and is within the second.
    [
      '1.2.0',
      [
        [{ introduced: '0' }, { fixed: '1.5.0' }],
        [{ introduced: '1.4.0' }, { fixed: '2.0.0' }],
      ],
      '2.0.0',
    ],
    ['1.2.0', [[{ introduced: '0' }, { fixed: 'soon' }]], null],
    ['1.2.0', [[{ introduced: '0' }, { fixed: '1.1.0' }]], null],
    ['1.2.0', [], null],
  ])('of %s with %j is %s', (version, ranges, expected) => {
    expect(fixed('npm', version, ...(ranges as object[][]))).toBe(expected)
  })

  it('follows the rules of PyPI for its packages', () => {
    expect(fixed('pypi', '2.0', [{ introduced: '0' }, { fixed: '2.0.post1' }])).toBe('2.0.post1')
    expect(fixed('pypi', '2.0', [{ introduced: '0' }, { fixed: '2.0rc1' }])).toBe(null)
  })
})
