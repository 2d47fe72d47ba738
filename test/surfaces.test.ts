import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { beforeAll, expect, test } from 'vitest'
import { currentRelease, type Release } from '../core/release/release.ts'
import { assertWellFormed } from './render/svg.ts'
import { REACHED_FILE, sampleOutput } from './sample_output.ts'

/** Controls, zero-width and direction-turning characters; line ends and the joiner of emoji are none. */
const HIDDEN = /[[\p{Cc}\p{Cf}]--[\t\n\r\u200D]]/v

let output: string
let release: Release
beforeAll(async () => {
  output = await sampleOutput()
  release = currentRelease(output) as Release
})

const text = (side: 'public' | 'private', path: string): string => {
  const file = release.file(side, path)
  if (file === null) throw new Error(`${side}/${path} is missing`)
  return file.read().toString('utf8')
}
const json = <T>(side: 'public' | 'private', path: string): T => JSON.parse(text(side, path)) as T

interface Standing {
  rank: number | null
  tier: string
  score: number
  score_low: number
  score_high: number
}
interface Summary {
  handle: string
  name: string
  tier: string
  primary_category: string
  secondary_categories: string[]
  departed: object | null
  liveness: { state: string; days_since_active: number | null } | null
  scores_by_category: Record<string, Standing & { signals: object[] }>
}
interface Ranking {
  count: number
  methodology_version: string
  ranking: (Standing & {
    handle: string
    name: string
    liveness: object
    sub_scores: { key: string; points: number }[]
  })[]
}

const summaries = (): Summary[] =>
  [...release.entries()]
    .filter((entry) => /^public\/api\/agent\/[^/]+\/llm-summary$/.test(entry.key))
    .map((entry) => json<Summary>('public', entry.key.slice('public/'.length)))
const present = (): Summary[] => summaries().filter((summary) => summary.departed === null)

test('every agent has one summary, one badge and one line in the index, under one name', () => {
  const index = new Map(json<[string, string][]>('private', 'agents-index.json'))
  for (const agent of summaries()) {
    expect(index.get(agent.handle) ?? null).toBe(agent.departed === null ? agent.name : null)
    expect(text('public', `embed/${agent.handle}.svg`)).toContain('role="img"')
  }
  expect(index.size).toBe(present().length)
})

test.each(['model_family', 'developer', 'mcp_server', 'service', 'tokenized'])(
  'in %s every surface shows the same standing',
  (category) => {
    const all = json<Ranking>('private', `rankings/${category}/all.json`)
    const ranked = json<Ranking>('private', `rankings/${category}/evidence-ranked.json`)
    const byHandle = new Map(summaries().map((summary) => [summary.handle, summary]))
    expect(all.count).toBe(all.ranking.length)
    expect(ranked.ranking.map((row) => row.rank)).toEqual(ranked.ranking.map((_, n) => n + 1))
    for (const row of [...all.ranking, ...ranked.ranking]) {
      const agent = byHandle.get(row.handle) as Summary
      const { rank, tier, score, score_low, score_high } = row
      expect(agent.scores_by_category[category]).toMatchObject({ rank, tier, score, score_low, score_high })
      expect(agent.name).toBe(row.name)
      // A summary also says what the state rests on.
      expect(agent.liveness).toMatchObject(row.liveness)
      expect(agent.scores_by_category[category]?.signals).toMatchObject(
        row.sub_scores.map(({ key, points }) => ({ key, points })),
      )
      const total = row.sub_scores.reduce((sum, score) => sum + score.points, 0)
      expect(Math.abs(score - total)).toBeLessThan(0.00501)
    }
  },
)

test('every count that is shown is the counts manifest’s, and the manifest’s are what can be counted', () => {
  const counts = release.about.counts
  expect(json<{ counts: object }>('public', 'data/counts.json').counts).toEqual(counts)
  const agents = present()
  const recounted = {
    indexed_agents: agents.length,
    evidence_ranked_total: agents.filter((agent) => agent.tier === 'evidence_ranked').length,
    departed_agents: summaries().length - agents.length,
    alive: agents.filter((agent) => agent.liveness?.state === 'alive').length,
    not_alive: agents.filter((agent) => agent.liveness?.state === 'not_alive').length,
    liveness_unknown: agents.filter((agent) => agent.liveness?.state === 'unknown').length,
  }
  expect(counts).toMatchObject(recounted)
  const economy = json<{
    metrics: object
    categories: { category: string; indexed: number; evidence_ranked: number }[]
  }>('public', 'api/agent-economy/llm-summary')
  const { indexed_agents, evidence_ranked_total, historical_snapshots, tracked_protocol_surfaces } = counts
  expect(economy.metrics).toMatchObject({
    indexed_agents,
    evidence_ranked_total,
    historical_snapshots,
    tracked_protocol_surfaces,
  })
  for (const { category, indexed, evidence_ranked } of economy.categories) {
    const standings = agents.flatMap((agent) => agent.scores_by_category[category] ?? [])
    expect([indexed, evidence_ranked]).toEqual([
      standings.length,
      standings.filter((standing) => standing.rank !== null).length,
    ])
    expect([indexed, evidence_ranked]).toEqual([
      counts[`category/${category}/indexed`],
      counts[`category/${category}/evidence_ranked`],
    ])
  }
  const home = text('public', 'index.html')
  expect(home).toContain(`records about ${indexed_agents} AI agents`)
  for (const { category } of economy.categories) {
    const { [`category/${category}/indexed`]: indexed, [`category/${category}/evidence_ranked`]: ranked } =
      counts
    expect(home).toContain(`${ranked} ranked of ${indexed}<`)
  }
})

test('an agent that qualifies in two categories has one primary and a score in each', () => {
  const several = present().filter((summary) => summary.secondary_categories.length > 0)
  expect(several.length).toBeGreaterThan(0)
  for (const agent of several)
    expect(Object.keys(agent.scores_by_category).sort()).toEqual(
      [agent.primary_category, ...agent.secondary_categories].sort(),
    )
})

test('sample data says so on every surface', () => {
  for (const [handle] of json<[string, string][]>('private', 'agents-index.json').slice(0, 20)) {
    expect(text('public', `api/agent/${handle}/llm-summary`)).toContain('Sample data')
    expect(text('public', `embed/${handle}.svg`)).toMatch(/sample data<\/title>.*>assay sample<\/text>/)
  }
  expect(text('public', 'index.html')).toContain('Sample data')
  expect(text('public', 'runs/latest.html')).toContain('Sample data')
})

/** The start of drawings by our own code. */
const DRAWN =
  /<svg (?=[^>]*class="(?:score-bar|share-bar|points-bar|payers-bar|weight-bar|spark|course|calendar|plot-svg)"|viewBox="0 0 [12][04] [12]0" width="[12][04]"|xmlns="[^"]*" width="\d+" height="20"|x="\d+" overflow="visible">)/g

/** A page without the pictures, drawings and scripts that are ours. */
function withoutOwn(body: string): string {
  return body
    .replaceAll(/<img (?:id="[\w-]+" )?src="\/embed\/[\w-]+\.svg(?:\?style(?:=|&#x3D;)[\w-]+)?"/g, '')
    .replaceAll(/<script type="application\/ld\+json">[^<>&]*<\/script>/g, '')
    .replaceAll(/<script type="module" src="\/assets\/[a-z_]+\.js"><\/script>/g, '')
    .replaceAll(DRAWN, '')
}

test('third-party text breaks no surface', () => {
  const files = [...release.entries()].filter(({ key }) => !/\.(parquet|arrow|bin|woff2|png)$/.test(key))
  expect(files.length).toBeGreaterThan(500)
  for (const { key, contentType } of files) {
    const [side, ...path] = key.split('/')
    const body = text(side as 'public' | 'private', path.join('/'))
    // A file for spreadsheets begins with a mark that shows nothing.
    expect(key.endsWith('.csv') ? body.replace(/^\uFEFF/, '') : body, key).not.toMatch(HIDDEN)
    if (key.endsWith('.svg')) expect(() => assertWellFormed(body), key).not.toThrow()
    else if (key.endsWith('.html'))
      expect(withoutOwn(body), key).not.toMatch(/<script|<img|<svg|="\s*javascript:|<[^>]*\sonerror=/i)
    else if (key.endsWith('.csv'))
      expect(body, key).not.toMatch(/(?:^|,)"?[=+\-@\uFF1D\uFF0B\uFF0D\uFF20](?!\d)/m)
    else if (/json/.test(contentType))
      for (const line of contentType.includes('x-ndjson') ? splitLines(body) : [body])
        expect(() => JSON.parse(line), key).not.toThrow()
  }
})

const splitLines = (body: string): string[] => (body === '' ? [] : body.trimEnd().split('\n'))

test('no registration, card or redirect led to an address that is not public', () => {
  const reached = JSON.parse(readFileSync(join(output, REACHED_FILE), 'utf8')) as {
    url: string
    ip: string
  }[]
  expect(reached.length).toBeGreaterThan(100)
  for (const { url, ip } of reached) {
    expect(ipaddr.parse(ip).range(), url).toBe('unicast')
    expect(url).toMatch(/^https:\/\/[^/:@]+(?::443)?\//)
  }
  expect(reached.some(({ url }) => /169\.254|127\.0\.0|localhost|10\.0\./.test(url))).toBe(false)
})

test('a source whose key is not set is skipped, and every surface that lists limits says that its data is unknown', () => {
  const skipped =
    'Daily tokens of the most used models, from the OpenRouter rankings: not read yet, so the data is unknown.'
  const { limitations } = json<{ limitations: string[] }>('public', 'api/agent-economy/llm-summary')
  expect(limitations).toContain(skipped)
  expect(text('public', 'runs/latest.html')).toContain('it needs OPENROUTER_API_KEY, which is not set')
})
