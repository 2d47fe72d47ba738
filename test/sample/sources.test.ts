import { describe, expect, it } from 'vitest'
import { UpstreamDown } from '../../pipeline/errors.ts'
import type { Answer, Http } from '../../pipeline/http/http.ts'
import { observe } from '../../pipeline/ingest/observe.ts'
import { MARKET_OUTAGE_DAYS, SAMPLE_DAYS, sampleUniverse } from '../../pipeline/sample/sample.ts'
import type { Known, Source } from '../../pipeline/source.ts'
import arena from '../../pipeline/sources/arena.ts'
import github from '../../pipeline/sources/github.ts'
import mcpRegistry from '../../pipeline/sources/mcp_registry.ts'
import openrouterModels from '../../pipeline/sources/openrouter_models.ts'

/** A client without retries or a record: what a source asks for, checked against the shape that it reads. */
function plainHttp(day: string): Http {
  const { fetch } = sampleUniverse(day)
  return {
    async json(url, schema, { accept = [], headers = {} } = {}) {
      const response = await fetch(url, { headers })
      const { status } = response
      if (status !== 200 && !accept.includes(status)) throw new UpstreamDown(url, `status ${status}`)
      const data = status === 200 ? schema.parse(await response.json()) : null
      const answer: Answer<never> = {
        url,
        status,
        data: data as never,
        sha256: '',
        retrievedAt: '',
        next: null,
      }
      return answer
    },
    remaining: () => null,
  }
}

async function run(source: Source, day: string, lastDay: string | null, servers: Known[] = []) {
  const { catalog } = sampleUniverse(day)
  const known = async (name: string) => (name === 'mcp_registry' ? servers : [])
  const seen = await observe(source, { http: plainHttp(day), day, known, lastDay, catalog, env: {} })
  if (seen.outcome === 'failed') throw seen.error
  return seen
}

const FIRST = SAMPLE_DAYS[0] as string

describe('the real sources read the sample', () => {
  it('the registry: every server but the three that no source may let in', async () => {
    const { rows, quarantined, coverage } = await run(mcpRegistry, FIRST, null)
    expect(coverage).toBe('all')
    expect(rows.length).toBeGreaterThan(200)
    expect(quarantined.map(({ reason }) => reason.split(':')[0]).sort()).toEqual([
      'a text in it is not well-formed Unicode',
      'name',
      'title',
    ])
  })

  it('the registry: changes of a day', async () => {
    const { rows, coverage } = await run(mcpRegistry, SAMPLE_DAYS[4] as string, SAMPLE_DAYS[3] as string)
    expect(coverage).toBe('changes')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(40)
  })

  it('GitHub: found and missing repositories of servers and labs', async () => {
    const servers = await run(mcpRegistry, FIRST, null)
    const { rows, quarantined } = await run(github, FIRST, null, servers.rows)
    expect(quarantined).toEqual([])
    expect(rows.filter((row) => row.is_found).length).toBeGreaterThan(150)
    expect(rows.filter((row) => !row.is_found).length).toBeGreaterThan(10)
  })

  it('the market and the boards: every family that is there, under the catalogue’s patterns', async () => {
    const [market, boards] = [await run(openrouterModels, FIRST, null), await run(arena, FIRST, null)]
    const { families } = sampleUniverse(FIRST).catalog
    const matched = (patterns: string[], names: unknown[]) =>
      names.some((name) => patterns.some((pattern) => new RegExp(pattern, 'i').test(String(name))))
    const offered = families.filter((one) =>
      matched(
        one.openrouter,
        market.rows.map((row) => row.id),
      ),
    )
    const compared = families.filter((one) =>
      matched(
        one.arena,
        boards.rows.map((row) => row.model),
      ),
    )
    expect([market.quarantined, boards.quarantined]).toEqual([[], []])
    expect(offered.length).toBe(21)
    expect(compared.length).toBe(20)
  })

  it('the market fails on its outage days', async () => {
    for (const day of MARKET_OUTAGE_DAYS)
      await expect(run(openrouterModels, day, null)).rejects.toThrow('status 503')
  })
})
