import { beforeAll, expect, test } from 'vitest'
import { type SampleHandler, sampleHandler } from './sample_handler.ts'

/** Facts about agents: fact → value → the addresses that state it. */
class Claims {
  readonly #said = new Map<string, Map<string, Set<string>>>()

  say(handle: string, fact: string, value: unknown, where: string): void {
    if (value === undefined) return
    const key = `${handle} ${fact}`
    const values = this.#said.get(key) ?? new Map<string, Set<string>>()
    this.#said.set(key, values)
    const text = JSON.stringify(value)
    values.set(text, (values.get(text) ?? new Set()).add(where))
  }

  /** Facts that two addresses tell differently. */
  contradictions(): string[] {
    return [...this.#said]
      .filter(([, values]) => values.size > 1)
      .map(
        ([key, values]) =>
          `${key}: ${[...values].map(([value, at]) => `${value} at ${[...at].join(', ')}`).join('; ')}`,
      )
  }

  /** In how many places a fact is told of an agent. */
  places(handle: string, fact: string): Set<string> {
    return new Set(
      [...(this.#said.get(`${handle} ${fact}`)?.values() ?? [])].flatMap((addresses) => [...addresses]),
    )
  }
}

type Json = Record<string, unknown>
let sample: SampleHandler
let handles: string[]
const claims = new Claims()

/** Records the facts of a body about one agent, under whatever name the resource has for it. */
function note(handle: string, body: Json, where: string): void {
  const { liveness, trust, scores_by_category } = body as {
    liveness?: Json | string
    trust?: Json
    scores_by_category?: Record<string, Json>
  }
  claims.say(handle, 'tier', body.tier ?? body.evidence_tier, where)
  claims.say(handle, 'primary_category', body.primary_category, where)
  claims.say(
    handle,
    'liveness',
    typeof liveness === 'object' && liveness !== null ? liveness.state : liveness,
    where,
  )
  claims.say(handle, 'days_since_active', body.days_since_active, where)
  claims.say(handle, 'verdict', body.verdict, where)
  claims.say(handle, 'trust score', trust?.score, where)
  claims.say(handle, 'class', trust?.class, where)
  const price = (body.price ?? body) as Json
  claims.say(handle, 'price_multiplier', price.price_multiplier, where)
  for (const [category, row] of Object.entries(scores_by_category ?? {}))
    noteStanding(handle, category, row, where)
  if (body.primary_category !== undefined && body.rank !== undefined)
    noteStanding(handle, String(body.primary_category), body, where)
}

function noteStanding(handle: string, category: string, row: Json, where: string): void {
  claims.say(handle, `rank in ${category}`, row.rank, where)
  claims.say(handle, `score in ${category}`, row.score, where)
}

const OF_ONE_AGENT = [
  (handle: string) => `/api/agent/${handle}/llm-summary`,
  (handle: string) => `/api/agent/${handle}/trust`,
  (handle: string) => `/api/public/trust/${handle}`,
  (handle: string) => `/api/reputation/multiplier/${handle}`,
  (handle: string) => `/api/trust/evaluate?handle=${handle}`,
  (handle: string) => `/api/reliability/v1?handle=${handle}`,
]

beforeAll(async () => {
  sample = await sampleHandler()
  handles = [...sample.release.entries()].flatMap(
    ({ key }) => /^private\/agents\/([\w-]+)\.json$/.exec(key)?.[1] ?? [],
  )
  for (const handle of handles)
    for (const address of OF_ONE_AGENT) note(handle, await sample.json<Json>(address(handle)), address('…'))
  await noteLists()
})

async function noteLists(): Promise<void> {
  for (let at = 0; at < handles.length; at += 50) {
    const { agents } = await sample.json<{ agents: Json[] }>(
      `/api/agents/bulk?handles=${handles.slice(at, at + 50)}`,
    )
    for (const agent of agents) note(String(agent.handle), agent, '/api/agents/bulk')
  }
  for (let at = 0; at + 2 <= handles.length; at += 5) {
    const { agents } = await sample.json<{ agents: Json[] }>(
      `/api/compare/llm-summary?agents=${handles.slice(at, at + 5)}`,
    )
    for (const agent of agents) note(String(agent.handle), agent, '/api/compare/llm-summary')
  }
  for (const category of ['model_family', 'tokenized', 'service', 'developer']) {
    const where = `/api/rankings/${category}/llm-summary`
    const { ranking } = await sample.json<{ ranking: Json[] }>(`${where}?evidence_ready_only=false&limit=100`)
    for (const row of ranking) {
      noteStanding(String(row.handle), category, row, where)
      claims.say(String(row.handle), 'liveness', (row.liveness as Json).state, where)
    }
  }
  const { leaderboard } = await sample.json<{ leaderboard: Json[] }>('/api/reliability/v1')
  for (const row of leaderboard) note(String(row.handle), row, '/api/reliability/v1')
}

test('tier, rank, score, liveness, verdict and class of every agent are the same wherever they are shown', () => {
  expect(handles.length).toBeGreaterThan(200)
  expect(claims.contradictions()).toEqual([])
  for (const handle of handles) {
    for (const fact of ['tier', 'liveness', 'verdict', 'class', 'trust score', 'price_multiplier'])
      expect(claims.places(handle, fact).size, `${fact} of ${handle}`).toBeGreaterThanOrEqual(
        fact === 'tier' ? 5 : 3,
      )
  }
})

test('pages and badges agree with the JSON', async () => {
  for (const handle of handles) {
    const { agents } = await sample.json<{ agents: Json[] }>(`/api/agents/bulk?handles=${handle}`)
    const row = agents[0] as Json & { trust: Json }
    const page = await (await sample.ask(`/agents/${handle}`)).text()
    const badge = await (await sample.ask(`/embed/${handle}`)).text()
    if (row.liveness === null) {
      expect(page, handle).toMatch(/[Dd]eparted/)
      expect(badge, handle).toContain('departed')
      continue
    }
    expect(page, handle).toContain(String(row.verdict))
    expect(page, handle).toContain(String(row.trust.class).replace('_', ' '))
    if (row.rank !== null) expect(badge, handle).toMatch(new RegExp(`#${row.rank}\\b|\\d–\\d`))
    else expect(badge, handle).toContain('indexed')
  }
})

test('every count that any endpoint shows is the counts manifest’s', async () => {
  const { counts } = await sample.json<{ counts: Record<string, number> }>('/data/counts.json')
  const economy = await sample.json<{ metrics: Json }>('/api/agent-economy/llm-summary')
  const trends = await sample.json<{ metrics: Record<string, { today: number }>; changes_today: Json }>(
    '/api/trends/summary',
  )
  const ghosts = await sample.json<Json>('/api/ghost-index/v1')
  const changes = await sample.json<{ counts: Record<string, number> }>('/api/changes/v1')
  expect(economy.metrics).toMatchObject({
    indexed_agents: counts.indexed_agents,
    evidence_ranked_total: counts.evidence_ranked_total,
    x402_endpoints_in_bazaar: counts.x402_endpoints_in_bazaar,
  })
  for (const name of ['indexed_agents', 'evidence_ranked_total', 'alive', 'not_alive', 'liveness_unknown'])
    expect(trends.metrics[name]?.today, name).toBe(counts[name])
  expect([ghosts.agents, ghosts.alive, Number(ghosts.agents) - Number(ghosts.covered)]).toEqual([
    counts.indexed_agents,
    counts.alive,
    counts.liveness_unknown,
  ])
  const KINDS = {
    rank_movers: 'mover',
    new_agents: 'new',
    tier_promotions: 'promotion',
    deaths: 'death',
    resurrections: 'resurrection',
  }
  for (const [group, kind] of Object.entries(KINDS))
    expect(changes.counts[group], group).toBe(counts[`changes/${kind}`] ?? 0)
  const { categories } = await sample.json<{ categories: { category: string; evidence_ranked: number }[] }>(
    '/api/agent-economy/llm-summary',
  )
  for (const { category, evidence_ranked } of categories.filter(
    (category) => category.category !== 'mcp_server',
  )) {
    const { count } = await sample.json<{ count: number }>(`/api/rankings/${category}/llm-summary?limit=100`)
    expect(count, category).toBe(Math.min(evidence_ranked, 100))
  }
})
