import { expect, test } from 'vitest'
import { daysLater, type GivenAges, ghostWorld } from '../artifacts/ghost_given.ts'
import { runCheck } from './given.ts'
import { buildFrom } from './sql_harness.ts'

const START = '2026-03-31'

/** Servers that pushed on each of the days before; their source is read on the first day only. */
const SERVERS: GivenAges[] = Array.from({ length: 120 }, (_, nth) => ({
  ...{ handle: `server-${nth}`, category: 'mcp_server' },
  ...{ actedDaysAgo: nth % 60, answeredDaysAgo: null },
}))
/** Tokens whose own source is still read. */
const TOKENS: GivenAges[] = Array.from({ length: 40 }, (_, nth) => ({
  ...{ handle: `token-${nth}`, category: 'tokenized' },
  ...{ actedDaysAgo: null, answeredDaysAgo: nth % 3 },
}))

interface Outcome {
  states: Map<string, string>
  ghosts: Record<string, unknown>[]
}

/** The published values so many days into the outage of the source of pushes, after earlier published values. */
async function published(days: number, past: object[]): Promise<Outcome> {
  const servers = SERVERS.map((server) => ({
    ...server,
    actedDaysAgo: (server.actedDaysAgo as number) + days,
    readDaysAgo: days,
  }))
  const world = ghostWorld({ day: daysLater(START, days), agents: [...servers, ...TOKENS], past })
  const db = await buildFrom(world, ['ghost_index', 'ghost_index_holds'])
  for (const check of ['ghost_index_reconciles', 'ghost_index_holds_reconcile'])
    expect(await runCheck(db, check), check).toEqual([])
  const rows = await db.rows<{ handle: string; liveness: string }>('select handle, liveness from liveness')
  const ghosts = await db.rows<Record<string, unknown>>('select * from ghost_index')
  db.close()
  return { states: new Map(rows.map(({ handle, liveness }) => [handle, liveness])), ghosts }
}

test('a source that is down for 35 days changes no agent to dead, and its category is marked as stale since then', async () => {
  let before = await published(0, [])
  const first = before
  const past = [...first.ghosts]
  const findServers = ({ ghosts }: Outcome) => ghosts.find(({ value }) => value === 'mcp_server')
  expect(findServers(first)).toMatchObject({ agents: 120, alive: 60, ghosts: 60, frozen_on: null })
  for (const days of [1, 2, 7, 14, 28, 29, 30, 35]) {
    const now = await published(days, past)
    const died = [...now.states].filter(
      ([handle, is]) => is === 'not_alive' && before.states.get(handle) !== is,
    )
    expect(died, `day ${days}`).toEqual([])
    expect(findServers(now)).toMatchObject({
      ...{ agents: 120, alive: 60, ghosts: 60, alive_share: 50, frozen_on: START },
      ...{ unread: Math.min(2 * days, 60) + (days < 30 ? 0 : 60) },
    })
    const tokens = now.ghosts.find(({ value }) => value === 'tokenized')
    expect(tokens).toMatchObject({ agents: 40, alive: 40, frozen_on: null })
    past.push(...now.ghosts)
    before = now
  }
  expect([...before.states.values()].filter((is) => is === 'unknown')).toHaveLength(120)
})

test('less than a hundredth that cannot be judged freezes nothing', async () => {
  const many = Array.from({ length: 200 }, (_, nth) => ({
    ...{ handle: `server-${nth}`, category: 'mcp_server', answeredDaysAgo: null },
    ...{ actedDaysAgo: nth === 0 ? 30 : 10, readDaysAgo: 1 },
  }))
  const past = await frozenOn(
    many.map((item) => ({ ...item, actedDaysAgo: 5, readDaysAgo: 0 })),
    START,
    [],
  )
  const [fewer, enough] = [many, many.slice(0, 100)]
  expect((await frozenOn(fewer, daysLater(START, 1), past)).map((row) => row.frozen_on)).toEqual([null, null])
  expect((await frozenOn(enough, daysLater(START, 1), past)).map((row) => row.frozen_on)).toEqual([
    START,
    START,
  ])
})

test('where nothing was counted before by the same rule there is nothing to stand still', async () => {
  const item = {
    handle: 'a',
    category: 'mcp_server',
    actedDaysAgo: 30,
    answeredDaysAgo: null,
    readDaysAgo: 1,
  }
  const counted = await frozenOn([{ ...item, actedDaysAgo: 5, readDaysAgo: 0 }], START, [])
  const old = counted.map((row) => ({ ...row, liveness_rule: 1 }))
  expect((await frozenOn([item], daysLater(START, 1), [])).map((row) => row.frozen_on)).toEqual([null, null])
  expect((await frozenOn([item], daysLater(START, 1), old)).map((row) => row.frozen_on)).toEqual([null, null])
})

async function frozenOn(
  agents: GivenAges[],
  day: string,
  past: object[],
): Promise<{ frozen_on: string | null }[]> {
  const db = await buildFrom(ghostWorld({ day, agents, past }), ['ghost_index'])
  const rows = await db.rows<{ frozen_on: string | null }>('select * from ghost_index')
  db.close()
  return rows
}
