import { beforeAll, expect, test } from 'vitest'
import { CATEGORIES, type Category, REST_CATEGORIES } from '../../core/domain/category.ts'
import { sampleKit, type ToolKit } from './tool_kit.ts'
import { differences, type TwinRules } from './twin.ts'

type Fields = Record<string, unknown>
type Rows = Fields[]

let kit: ToolKit
beforeAll(async () => {
  kit = await sampleKit()
})

/** Returns a tool's answer; requires that it is no error, and that its text is the JSON of its object. */
async function callTool(name: string, args: Fields): Promise<Fields> {
  const { answer, text, isError } = await kit.call(name, args)
  if (isError) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`)
  expect(text).toBe(JSON.stringify(answer))
  return answer
}

/** Returns the differences of a tool's answer from a resource. */
const compared = async (name: string, args: Fields, rest: Fields, rules: TwinRules = {}): Promise<string[]> =>
  differences(await callTool(name, args), rest, rules).map(
    (difference) => `${name} ${JSON.stringify(args)}: ${difference}`,
  )

/** Collects the results of `of` for every agent. */
async function forEveryAgent(of: (handle: string) => Promise<string[]>): Promise<string[]> {
  const all: string[] = []
  for (const handle of kit.handles) all.push(...(await of(handle)))
  expect(kit.handles.length).toBeGreaterThan(300)
  return all
}

/** Expects no difference; of many it shows some. */
const expectNone = (found: string[]): void => expect(found.slice(0, 10)).toEqual([])

const withoutNotice = ({ notice, ...answer }: Fields): Fields => answer

test('details are the agent summary, with trust and verdict of the trust score', async () => {
  const picked = CATEGORIES.map((category) => `scores_by_category.${category}.signals`)
  const found = await forEveryAgent(async (handle) => {
    const summary = await kit.rest('agent_summary', { handle })
    const { trust, verdict } = await kit.rest('agent_trust', { handle })
    return compared(
      'get_agent_details',
      { handle },
      { ...summary, trust, verdict },
      { picked, own: ['connect'] },
    )
  })
  expectNone(found)
})

test('detail=full is the agent summary', async () => {
  for (const handle of kit.handles) {
    const answer = await callTool('get_agent_details', { handle, detail: 'full' })
    expect(withoutNotice(answer)).toEqual(await kit.rest('agent_summary', { handle }))
    expect(Object.keys(answer).at(-1)).toBe('notice')
  }
})

test('a history is that of the paid address', async () => {
  const found = await forEveryAgent(async (handle) =>
    compared('get_agent_history', { handle }, await kit.rest('agent_history', { handle })),
  )
  expectNone(found)
})

test('trust is the trust score', async () => {
  const found = await forEveryAgent(async (handle) =>
    compared('get_agent_trust', { handle }, await kit.rest('agent_trust', { handle })),
  )
  expectNone(found)
})

test('the verdict on a counterparty is that of the trust evaluation, with its reasons', async () => {
  const found = await forEveryAgent(async (handle) => {
    const rest = await kit.rest('trust_evaluation', { handle })
    const answer = await callTool('verify_counterparty', { handle })
    expect(answer).toMatchObject({ verdict: rest.verdict, reasons: rest.reasons, trust: rest.trust })
    return differences(answer, rest)
  })
  expectNone(found)
})

test('changes are those of the agent, up to the requested number, since the requested day', async () => {
  const found = await forEveryAgent(async (handle) => [
    ...(await compared(
      'get_agent_changes',
      { handle },
      await kit.rest('agent_changes', { handle, limit: '20' }),
    )),
    ...(await compared(
      'get_agent_changes',
      { handle, since: '2026-01-03', limit: 1 },
      await kit.rest('agent_changes', { handle, since: '2026-01-03', limit: '1' }),
    )),
  ])
  expectNone(found)
})

test('agents side by side are the comparison', async () => {
  const found: string[] = []
  for (let at = 0; at < kit.handles.length - 1; at += 3) {
    const handles = kit.handles.slice(Math.min(at, kit.handles.length - 3), at + 3)
    const rest = await kit.rest('comparison', { agents: handles.join(',') })
    found.push(...(await compared('compare_agents', { handles }, { ...rest, not_found: [] })))
    const full = await callTool('compare_agents', { handles, detail: 'full' })
    expect(withoutNotice(full)).toEqual(rest)
  }
  expectNone(found)
})

test('an agent is found by its handle, and shown as in bulk', async () => {
  const found = await forEveryAgent(async (handle) => {
    const answer = await callTool('search_agents', { query: handle })
    const agents = answer.agents as Rows
    expect(agents[0]?.handle).toBe(handle)
    const handles = agents.map((row) => row.handle).join(',')
    const bulk = await kit.rest('agents_bulk', { handles })
    return differences({ agents }, bulk, { own: ['agents.matched_in'] })
  })
  expectNone(found)
})

test('the legacy tools say the same, and nothing of categories', async () => {
  const legacy = async (name: string, args: Fields): Promise<Fields> => {
    const { answer, text } = await kit.call(name, args, 'legacy')
    expect(text).not.toMatch(/categor|signals/)
    return answer
  }
  const found = await forEveryAgent(async (handle) => {
    const bulk = await kit.rest('agents_bulk', { handles: handle })
    const [row] = bulk.agents as Rows
    const { identity, liveness, limitations } = await kit.rest('agent_summary', { handle })
    const searched = await legacy('search_agents', { query: handle, limit: 1 })
    const side = await legacy('compare_agents', { handles: [handle, kit.handles[0], kit.handles[1]] })
    return [
      ...differences({ agents: searched.agents }, bulk, { own: ['agents.matched_in'] }),
      ...differences({ agents: (side.agents as Rows).slice(0, 1) }, bulk),
      ...differences(await legacy('get_agent_details', { handle }), {
        ...row,
        ...(identity as Fields),
        ...{ liveness, limitations },
      }),
      ...differences(
        await legacy('get_agent_history', { handle }),
        await kit.rest('agent_history', { handle }),
      ),
    ]
  })
  expectNone(found)
})

test('agents found for a task are those of find', async () => {
  const questions: [Fields, Record<string, string>][] = [
    ...kit.handles.map((q): [Fields, Record<string, string>] => [{ q }, { q }]),
    [
      { q: 'desk', rails: ['x402', 'a2a'] },
      { q: 'desk', rails: 'x402,a2a' },
    ],
    [
      { q: 'sample', alive: true, min_tier: 'evidence_ranked' },
      { q: 'sample', alive: 'true', min_tier: 'evidence_ranked' },
    ],
    [{ q: 'xyzzy' }, { q: 'xyzzy' }],
  ]
  const rules = { own: ['full_results_price_usd'], shorter: ['candidates.endpoints'] }
  const found: string[] = []
  for (const [args, given] of questions)
    found.push(...(await compared('find_agents', args, await kit.rest('find', given), rules)))
  expectNone(found)
  expect(await callTool('find_agents', { q: 'desk' })).toMatchObject({
    count: 3,
    full_results_price_usd: '0.05',
  })
})

/** The ranking of a category; REST serves four, of the fifth it keeps the file. */
const fetchRanking = (category: Category, ready: boolean, limit: number): Promise<Fields> =>
  (REST_CATEGORIES as readonly Category[]).includes(category)
    ? kit.rest('category_ranking', { category, evidence_ready_only: String(ready), limit: String(limit) })
    : kit.file<Fields>(`rankings/${category}/${ready ? 'evidence-ranked' : 'all'}.json`)

test.each(CATEGORIES)('the ranking of %s is that of REST, with every agent in it', async (category) => {
  const ten = await compared('get_category_ranking', { category }, await fetchRanking(category, true, 10), {
    shorter: ['ranking'],
    own: ['count'],
  })
  const rest = await fetchRanking(category, false, 100)
  const args = { category, evidence_ready_only: false, limit: 100 }
  const all = await compared('get_category_ranking', args, rest, { shorter: ['ranking'], own: ['count'] })
  expectNone([...ten, ...all])
  // As many rows as an answer with all of their sub-scores may have.
  const full = await callTool('get_category_ranking', { ...args, limit: 15, detail: 'full' })
  const ranking = (rest.ranking as Rows).slice(0, 15)
  expect(withoutNotice(full)).toEqual({ ...rest, count: ranking.length, ranking })
})

test.each(CATEGORIES)('the methodology of %s is the published one', async (category) => {
  const rest = (REST_CATEGORIES as readonly Category[]).includes(category)
    ? await kit.rest('methodology', { category })
    : await kit.file<Fields>(`methodology/${category}.json`)
  expect(await compared('get_methodology', { category }, rest)).toEqual([])
  expect(withoutNotice(await callTool('get_methodology', { category, detail: 'full' }))).toEqual(rest)
})

test('categories, adoption and the ecosystem are the published summaries', async () => {
  const ecosystem = await kit.rest('ecosystem_summary')
  expect([
    ...(await compared('list_categories', {}, await kit.rest('economy_summary'))),
    ...(await compared('get_protocol_adoption', {}, ecosystem)),
    ...(await compared('get_ecosystem_summary', {}, ecosystem)),
  ]).toEqual([])
  expect(withoutNotice(await callTool('get_ecosystem_summary', { detail: 'full' }))).toEqual(ecosystem)
  const { protocol_adoption } = await callTool('get_protocol_adoption', {})
  expect(protocol_adoption).toEqual(ecosystem.protocol_adoption)
})

type Mover = {
  handle: string
  category: Category
  rank_delta: number
  rank_before: number
  rank_after: number
  risk_flags: object[]
}

/** Every move of the day, as the agents' own changes tell it. */
async function everyMove(): Promise<Mover[]> {
  const { window } = (await kit.rest('changes')) as { window: { to: string } }
  const moves: Mover[] = []
  for (const handle of kit.handles) {
    const { risk_flags } = (await kit.rest('agent_summary', { handle })) as unknown as Mover
    const { changes } = await kit.rest('agent_changes', { handle, since: window.to, limit: '100' })
    for (const { kind, category, rank_before, rank_after, rank_delta } of changes as (Mover & {
      kind: string
    })[])
      if (kind === 'mover') moves.push({ handle, category, rank_before, rank_after, rank_delta, risk_flags })
  }
  return moves
}

const sortMoves = (moves: Mover[]) => moves.map((move) => Math.abs(move.rank_delta)).sort((a, b) => b - a)

test('movers are the largest moves of all agents, of each category and direction', async () => {
  const moves = await everyMove()
  const rest = await kit.rest('changes')
  expect(moves.length).toBe((rest.counts as Fields).rank_movers)
  expect(new Set(moves.map(({ rank_delta }) => rank_delta > 0)).size).toBe(2)
  for (const category of [undefined, ...CATEGORIES]) {
    const args = { limit: 50, ...(category === undefined ? {} : { category }) }
    const { up, down, ...others } = await callTool('get_top_movers', args)
    expect(differences(others, rest, { own: ['category'] })).toEqual([])
    for (const [direction, given] of Object.entries({ up, down }) as ['up' | 'down', Mover[]][]) {
      const all = moves.filter(
        (move) =>
          move.rank_delta > 0 === (direction === 'up') && (category ?? move.category) === move.category,
      )
      expect(moves).toEqual(expect.arrayContaining(given))
      expect(sortMoves(given)).toEqual(sortMoves(all).slice(0, 50))
      expect(given.map((mover) => Math.abs(mover.rank_delta))).toEqual(sortMoves(given))
      expect(new Set(given.map((mover) => `${mover.handle} ${mover.category}`)).size).toBe(given.length)
      expect((await callTool('get_top_movers', { ...args, direction, limit: 3 }))[direction]).toEqual(
        given.slice(0, 3),
      )
    }
  }
})

test('movers come in the order of the change feed', async () => {
  const { groups } = (await kit.rest('changes')) as { groups: { rank_movers: Mover[] } }
  const { up } = (await callTool('get_top_movers', { direction: 'up', limit: 50 })) as { up: Mover[] }
  const listed = groups.rank_movers.filter((mover) => mover.rank_delta > 0)
  expect(up.map((mover) => mover.handle)).toEqual(listed.slice(0, 50).map((mover) => mover.handle))
})

test('a difference is found wherever it is', () => {
  const rest = {
    score: 1,
    name: 'A',
    rails: ['x402', 'mcp'],
    rows: [
      { handle: 'a', rank: 1 },
      { handle: 'b', rank: 2 },
    ],
    trust: { class: 'verified' },
    untrusted_fields: ['name'],
  }
  const same = {
    score: 1,
    rows: [{ handle: 'b', rank: 2 }],
    trust: { class: 'verified' },
    untrusted: { name: 'A' },
  }
  expect(differences(same, rest, { shorter: ['rows'] })).toEqual([])
  const wrong: Fields[] = [
    { score: 1.1 },
    { score: '1' },
    { name: 'A' },
    { scores: 1 },
    { rails: ['x402'] },
    { rails: ['mcp', 'x402'] },
    { rows: [{ handle: 'b', rank: 1 }] },
    { rows: [{ handle: 'b' }, { handle: 'a' }] },
    { trust: { class: 'low_trust' } },
    { trust: null },
    { untrusted: { name: 'B' } },
  ]
  for (const fields of wrong)
    expect(differences(fields, rest, { shorter: ['rows'] }), JSON.stringify(fields)).not.toEqual([])
})
