import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { missingDays } from '../../cli/commands/sample_build.ts'
import { refuseRealMoneyForOtherData } from '../../cli/commands/serving.ts'
import { welcomeLines } from '../../cli/commands/welcome.ts'
import type { ReleaseInputs } from '../../core/release/manifest.ts'
import { currentRelease, type Release } from '../../core/release/release.ts'
import { publishRelease } from '../../core/release/write.ts'
import { readServiceConfig } from '../../serving/service/config.ts'

const about: ReleaseInputs = {
  date: '2026-01-02',
  world: 'sample',
  base_url: 'http://127.0.0.1:8787',
  code: { version: '1.0.0', sha256: '0'.repeat(64) },
  inputs: {},
  counts: {},
}

describe('the sample days that start has to run', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03']
  const missing = (changed: Partial<ReleaseInputs>, baseUrl = about.base_url, done: string[] = []) =>
    missingDays({ about: { ...about, ...changed } }, done, days, baseUrl)

  it('are all where there is no release', () => {
    expect(missingDays(null, [], days, about.base_url)).toEqual(days)
  })

  it('are the rest after a start that was cut short', () => {
    expect(missing({})).toEqual(['2026-01-03'])
    expect(missing({ date: '2026-01-01' }, about.base_url, ['2026-01-01', '2026-01-02'])).toEqual([
      '2026-01-03',
    ])
  })

  it('are none where the sample is complete, or where the release is no sample', () => {
    expect(missing({ date: '2026-01-03' })).toEqual([])
    expect(missing({ world: 'live' })).toEqual([])
    expect(missing({ world: 'replay', date: '2025-01-01' }, 'http://other')).toEqual([])
  })

  it('are the last where the published links name another address', () => {
    expect(missing({ date: '2026-01-03' }, 'http://127.0.0.1:9000')).toEqual(['2026-01-03'])
  })
})

describe('data that are not live', () => {
  const PAID = {
    ...{ PAY_TO: `0x${'1'.repeat(40)}`, FACILITATOR_URL: 'https://facilitator.example' },
    ...{ X402_RPC_URL: 'https://rpc.example' },
  }
  const refused = (world: ReleaseInputs['world'], environment: Record<string, string>) =>
    refuseRealMoneyForOtherData(world, readServiceConfig(environment, 'output'))

  it.each(['sample', 'replay'] as const)('of a %s are not sold for real money', async (world) => {
    await expect(refused(world, PAID)).rejects.toThrow(/unset PAY_TO, or set X402_NETWORK to a test network/)
  })

  it('are sold on a test network, and live data on any', async () => {
    await refused('sample', { ...PAID, X402_NETWORK: 'eip155:84532' })
    await refused('sample', {})
    await refused('live', PAID)
  })
})

describe('what a person sees when the server has started', () => {
  let output: string
  beforeEach(() => {
    output = mkdtempSync(join(tmpdir(), 'assay-start-'))
  })
  afterEach(() => rmSync(output, { recursive: true }))

  function published(agents: unknown, world: ReleaseInputs['world']): Release {
    const body = JSON.stringify(agents)
    const artifacts =
      agents === undefined
        ? []
        : [{ path: 'agents-index.json', contentType: 'application/json', body, side: 'private' as const }]
    publishRelease(output, artifacts, { ...about, world })
    const release = currentRelease(output)
    if (release === null) throw new Error('nothing was published')
    return release
  }

  it('names an agent of this release in the lines to try, and says that it is a sample', () => {
    const lines = welcomeLines(
      published(
        [
          ['first-one', 'First'],
          ['other', 'Other'],
        ],
        'sample',
      ),
      'http://host:1',
    )
    expect(lines[0]).toContain('invented agents')
    expect(lines).toContain('Open http://host:1/')
    expect(lines.join('\n')).toContain('http://host:1/api/mcp/v1 (MCP) and http://host:1/api/a2a/v1 (A2A)')
    expect(lines.filter((line) => line.startsWith('  curl'))).toEqual([
      "  curl -s 'http://host:1/api/rankings/model_family/llm-summary?limit=3'",
      "  curl -s 'http://host:1/api/agent/first-one/llm-summary'",
      "  curl -s 'http://host:1/embed/first-one.svg'",
    ])
  })

  it('gives three lines to try even where there is no agent', () => {
    const lines = welcomeLines(published([], 'live'), 'http://host:1')
    expect(lines.filter((line) => line.startsWith('  curl'))).toHaveLength(3)
    expect(lines[0]).not.toContain('invented')
  })

  it('prints no handle that could leave its quotes', () => {
    expect(() => welcomeLines(published([["x'; rm -rf /", 'First']], 'sample'), 'http://host:1')).toThrow()
  })

  it('refuses a release without a list of agents', () => {
    expect(() => welcomeLines(published(undefined, 'sample'), 'http://host:1')).toThrow(
      /publish its day again/,
    )
  })
})
