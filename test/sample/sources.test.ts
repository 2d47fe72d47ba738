import { describe, expect, it } from 'vitest'
import type { ChainCoverage } from '../../pipeline/source/source.ts'
import arena from '../../pipeline/sources/arena.ts'
import coingecko from '../../pipeline/sources/coingecko_ai_agents.ts'
import defillama from '../../pipeline/sources/defillama.ts'
import dockerMcp from '../../pipeline/sources/docker_mcp.ts'
import identity from '../../pipeline/sources/erc8004_identity.ts'
import reputation from '../../pipeline/sources/erc8004_reputation.ts'
import github from '../../pipeline/sources/github.ts'
import huggingface from '../../pipeline/sources/huggingface_models.ts'
import mcpRegistry from '../../pipeline/sources/mcp_registry.ts'
import npm from '../../pipeline/sources/npm_downloads.ts'
import openrouterApps from '../../pipeline/sources/openrouter_apps.ts'
import openrouterEndpoints from '../../pipeline/sources/openrouter_endpoints.ts'
import openrouterModels from '../../pipeline/sources/openrouter_models.ts'
import rankings from '../../pipeline/sources/openrouter_rankings.ts'
import osvPackages from '../../pipeline/sources/osv_packages.ts'
import osvVulnerabilities from '../../pipeline/sources/osv_vulnerabilities.ts'
import pypi from '../../pipeline/sources/pypi_downloads.ts'
import smithery from '../../pipeline/sources/smithery.ts'
import bazaarCdp from '../../pipeline/sources/x402_bazaar_cdp.ts'
import bazaarPayai from '../../pipeline/sources/x402_bazaar_payai.ts'
import payments from '../../pipeline/sources/x402_payments.ts'
import { createSampleUpstreams, MARKET_OUTAGE_DAYS, OUTAGES, SAMPLE_DAYS } from '../../sample/sample.ts'
import { dayHead, readUpTo } from './chain_reader.ts'
import { run } from './run_source.ts'

const FIRST = SAMPLE_DAYS[0] as string

/** Number of rows by value of a column. */
function counted(rows: Record<string, unknown>[], column: string): Record<string, number> {
  const groups = Map.groupBy(rows, (row) => String(row[column]))
  return Object.fromEntries([...groups].map(([value, all]) => [value, all.length]))
}

describe('the real sources read the sample', () => {
  it('the registry: every server but the one that no source may let in', async () => {
    const { rows, quarantined, coverage } = await run(mcpRegistry, 0)
    expect(coverage).toBe('all')
    expect(rows.length).toBeGreaterThan(200)
    expect(quarantined.map(({ reason }) => reason.split(':')[0])).toEqual(['name'])
  })

  it('the registry: changes of a day', async () => {
    const { rows, coverage } = await run(mcpRegistry, 4, {}, { lastDay: SAMPLE_DAYS[3] as string })
    expect(coverage).toBe('changes')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(40)
  })

  it('the Smithery registry: a total, without a key', async () => {
    const { rows, quarantined } = await run(smithery, 0)
    expect(quarantined).toEqual([])
    expect(rows).toEqual([expect.objectContaining({ list: 'servers' })])
  })

  it('the Docker catalogue: servers of the registry, and one that it does not know', async () => {
    const { rows, quarantined, coverage } = await run(dockerMcp, 0)
    expect([quarantined, coverage]).toEqual([[], 'all'])
    const { rows: servers } = await run(mcpRegistry, 0)
    const known = new Set<unknown>(servers.map((row) => row.repository_url).filter((url) => url !== null))
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter((row) => !known.has(row.repository_url)).map((row) => row.name)).toEqual([
      'sample-remote',
    ])
  })

  it('GitHub: found and missing repositories of servers and labs', async () => {
    const { rows: servers } = await run(mcpRegistry, 0)
    const { rows, quarantined } = await run(github, 0, { mcp_registry: servers })
    expect(quarantined).toEqual([])
    expect(rows.filter((row) => row.is_found).length).toBeGreaterThan(150)
    expect(rows.filter((row) => !row.is_found).length).toBeGreaterThan(10)
  })

  it('OSV: packages with and without vulnerabilities, of every severity, fixed and withdrawn', async () => {
    const { rows: servers } = await run(mcpRegistry, 0)
    const packages = await run(osvPackages, 0, { mcp_registry: servers })
    expect([packages.quarantined, packages.coverage]).toEqual([[], 'all'])
    const known = packages.rows.filter(({ vulnerabilities }) => (vulnerabilities as unknown[]).length > 0)
    expect(known.length).toBeGreaterThan(20)
    expect(packages.rows.length).toBeGreaterThan(2 * known.length)
    const { rows, quarantined } = await run(osvVulnerabilities, 0, { osv_packages: packages.rows })
    expect(quarantined).toEqual([])
    expect(counted(rows, 'severity')).toMatchObject({
      critical: expect.any(Number),
      medium: expect.any(Number),
    })
    expect(rows.filter((row) => row.withdrawn_at !== null).length).toBeGreaterThan(0)
  })

  it('the market and the boards: every family that is there, under the catalogue’s patterns', async () => {
    const [market, boards] = [await run(openrouterModels, 0), await run(arena, 0)]
    const { families } = createSampleUpstreams(FIRST).catalog
    const matched = (patterns: string[], names: unknown[]) =>
      names.some((name) => patterns.some((pattern) => new RegExp(pattern, 'i').test(String(name))))
    const offered = families.filter((family) =>
      matched(
        family.openrouter,
        market.rows.map((row) => row.id),
      ),
    )
    const compared = families.filter((family) =>
      matched(
        family.arena,
        boards.rows.map((row) => row.model),
      ),
    )
    expect([market.quarantined, boards.quarantined]).toEqual([[], []])
    expect(offered.length).toBe(21)
    expect(compared.length).toBe(20)
  })

  it('the endpoints: those of the newest model of each family on the market', async () => {
    const { rows: models } = await run(openrouterModels, 0)
    const { rows, quarantined } = await run(openrouterEndpoints, 0, { openrouter_models: models })
    expect(quarantined).toEqual([])
    expect(rows.length).toBe(21)
    expect(rows.every(({ uptime_1d }) => Number(uptime_1d) >= 90)).toBe(true)
  })

  it('the market fails on its outage days', async () => {
    for (const day of MARKET_OUTAGE_DAYS)
      await expect(run(openrouterModels, SAMPLE_DAYS.indexOf(day))).rejects.toThrow('status 503')
  })
})

describe('the chain sources read the sample', () => {
  it('registrations: those before the sample, then those of each day', async () => {
    const first = await run(identity, 0)
    const known = first.rows.map((row) => ({ ...row, observed_on: SAMPLE_DAYS[0] }))
    const earlierBlocks = readUpTo(dayHead(0))
    const { rows, coverage } = await run(identity, 29, { erc8004_identity: known }, { earlierBlocks })
    expect([first.quarantined.length, counted(first.rows, 'kind').registered]).toEqual([0, 40])
    expect(counted(rows, 'kind')).toEqual({ registered: 34, uri_updated: 6, transferred: 4 })
    const [newest, ...history] = (coverage as ChainCoverage).blocks
    expect([newest?.to_block, history.length]).toEqual([dayHead(29), 1])
  })

  it('feedback: six opinions a day and what was taken back', async () => {
    const { rows, quarantined } = await run(reputation, 29, {}, { earlierBlocks: readUpTo(dayHead(3)) })
    expect(quarantined).toEqual([])
    expect(counted(rows, 'kind').feedback).toBe(26 * 6)
    expect(counted(rows, 'kind').revoked).toBeGreaterThanOrEqual(5)
  })

  it('payments: some ninety on the first day, with the fundings of payers', async () => {
    const { rows, quarantined } = await run(payments, 0)
    expect(quarantined).toEqual([])
    expect(counted(rows, 'kind').payment).toBeGreaterThan(70)
    expect(counted(rows, 'kind').payment).toBeLessThan(115)
    expect(counted(rows, 'kind').funding).toBe(2)
    expect(Object.keys(counted(rows, 'relayer')).filter((key) => key !== 'null').length).toBe(5)
  })

  it('catches up after the day on which the chain did not answer', async () => {
    const [down = ''] = OUTAGES['portal.sqd.dev'] ?? []
    const index = SAMPLE_DAYS.indexOf(down)
    const earlierBlocks = readUpTo(dayHead(index - 1))
    for (const source of [identity, reputation, payments])
      await expect(run(source, index, {}, { earlierBlocks })).rejects.toThrow('status 503')
    const { rows } = await run(payments, index + 1, {}, { earlierBlocks })
    expect(new Set(rows.map((row) => String(row.block_time).slice(0, 10)))).toContain(down)
  })
})

describe('the sources of figures read the sample', () => {
  it('the feeds: both versions, both forms of times, and wallets on which they disagree', async () => {
    const feeds = [await run(bazaarCdp, 10), await run(bazaarPayai, 10)]
    const rows = feeds.flatMap((feed) => feed.rows)
    for (const { quarantined, coverage } of feeds) expect([quarantined, coverage]).toEqual([[], 'all'])
    expect(rows.length).toBeGreaterThan(25)
    expect(Object.keys(counted(rows, 'method')).sort()).toEqual(['GET', 'POST'])
    expect(Object.keys(counted(rows, 'x402_version'))).toEqual(expect.arrayContaining(['1', '2']))
    const payTo = (accepts: unknown) =>
      (accepts as { pay_to: string }[]).map((accept) => accept.pay_to.toLowerCase())
    const disputed = [...Map.groupBy(rows, (row) => row.resource).values()].filter(
      (listed) => new Set(listed.map((row) => payTo(row.accepts).join())).size > 1,
    )
    expect(disputed).toHaveLength(1)
    expect(rows.every((row) => (row.last_updated as string) <= `${SAMPLE_DAYS[10]}T23:59:59.999Z`)).toBe(true)
  })

  it('packages: found and missing ones of both registries', async () => {
    const { rows: servers } = await run(mcpRegistry, 0)
    for (const source of [npm, pypi]) {
      const { rows, quarantined } = await run(source, 0, { mcp_registry: servers })
      expect(quarantined.map(({ row }) => row)).toEqual([])
      expect(rows.filter((row) => row.is_found).length, source.name).toBeGreaterThan(50)
      expect(rows.filter((row) => !row.is_found).length, source.name).toBeGreaterThan(5)
    }
  })

  it('open models: of more than eight families, with derivatives by others', async () => {
    const { rows, quarantined } = await run(huggingface, 29)
    expect(quarantined).toEqual([])
    const { families } = createSampleUpstreams(FIRST).catalog
    const open = families.filter(({ huggingface: patterns = [] }) =>
      patterns.some((pattern) => rows.some(({ id }) => new RegExp(pattern, 'i').test(String(id)))),
    )
    const ids = rows.map((row) => row.id)
    const derived = rows.filter((row) => (row.base_models as string[]).length > 0)
    expect(open.length).toBeGreaterThan(8)
    expect(open.length).toBeLessThan(families.length)
    expect(derived.length).toBeGreaterThan(10)
    for (const { base_models } of derived) expect(ids).toContain((base_models as string[])[0])
    expect(rows.some((row) => row.downloads === null)).toBe(true)
  })

  it('tokens, and the protocols of a third of them', async () => {
    const tokens = await run(coingecko, 29)
    const protocols = await run(defillama, 29, { coingecko_ai_agents: tokens.rows })
    expect([tokens.quarantined, protocols.quarantined]).toEqual([[], []])
    expect(tokens.rows).toHaveLength(22)
    expect(tokens.rows.filter((row) => row.total_volume === 0)).toHaveLength(3)
    expect(protocols.rows.map((row) => row.category)).toEqual(protocols.rows.map(() => 'AI Agents'))
    expect(protocols.rows.length).toBeGreaterThanOrEqual(7)
  })

  it('the apps: for whoever has a key, some of them of the catalogue', async () => {
    const { rows, quarantined } = await run(openrouterApps, 5, {}, { env: { OPENROUTER_API_KEY: 'any' } })
    expect(quarantined).toEqual([])
    const names = rows.map((row) => row.name)
    const known = createSampleUpstreams(FIRST).catalog.developers.flatMap((developer) => developer.apps ?? [])
    expect(known.length).toBeGreaterThan(3)
    expect(names).toEqual(expect.arrayContaining(known))
    expect(names.length).toBeGreaterThan(new Set(names).size)
  })

  it('the rankings: for whoever has a key', async () => {
    const { rows, quarantined } = await run(rankings, 5, {}, { env: { OPENROUTER_API_KEY: 'any' } })
    expect(quarantined).toEqual([])
    expect(rows.length).toBeGreaterThan(200)
    expect(rows.some((row) => Number(row.total_tokens) > Number.MAX_SAFE_INTEGER)).toBe(true)
    await expect(
      createSampleUpstreams(FIRST).fetch('https://openrouter.ai/api/v1/datasets/rankings-daily'),
    ).resolves.toMatchObject({ status: 401 })
  })

  it('fail on the outage days of their hosts', async () => {
    for (const [host, source] of [
      ['api.cdp.coinbase.com', bazaarCdp],
      ['api.coingecko.com', coingecko],
    ] as const)
      for (const day of OUTAGES[host] ?? [])
        await expect(run(source, SAMPLE_DAYS.indexOf(day))).rejects.toThrow('status 503')
  })
})
