import { expect, test } from 'vitest'
import { raisedFlags, raisedReasons } from './flags_of.ts'
import { DAY, together, type World, worldWithAgents } from './given.ts'

const CHAIN = 'eip155:8453'

interface Copied {
  owner?: string
  changed?: number[]
  /** The number of the first registration. */
  from?: number
  text?: string
}

/** Registrations of one text by registrant; the first is the oldest. `changed` adopted the text on DAY. */
function copies(makers: string[], { owner, changed = [], from = 0, text = 'same' }: Copied = {}): World {
  const agents = makers.map((maker, n) => ({ agent_key: `${CHAIN}/${from + n}`, maker }))
  return together(worldWithAgents(makers.map((_, n) => ({ handle: `copy-${from + n}`, id: from + n }))), {
    stg_erc8004_identity__registrations: agents.map(({ agent_key, maker }, id) => ({
      agent_key,
      owner: owner ?? maker,
      registered_at: `2026-01-01 00:00:${String(id).padStart(2, '0')}`,
    })),
    stg_erc8004_identity__events: agents.map(({ agent_key, maker: account }) => ({
      agent_key,
      kind: 'registered',
      account,
    })),
    stg_erc8004_files__texts: agents.map(({ agent_key }, id) => ({
      agent_key,
      text,
      first_read_on: changed.includes(id) ? DAY : '2026-01-01',
      last_read_on: DAY,
      is_first: !changed.includes(id),
    })),
  })
}

const copiers = (count: number, severity: string): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`copy-${n + 1}`, { copied_registration: severity }]),
  )

test('registrations copied in bulk are flagged, but not the agent that was copied', async () => {
  expect(await raisedFlags(copies(['a', 'b', 'b', 'b', 'b']))).toEqual({})
  expect(await raisedFlags(copies(['a', 'b', 'b', 'b', 'b', 'b']))).toEqual(copiers(5, 'minor'))
  expect(await raisedFlags(copies(['a', 'b', 'b', 'b', 'b', 'b', 'b']))).toEqual(copiers(6, 'major'))
  const bulk = await raisedFlags(copies(Array(6).fill('b')))
  expect(Object.values(bulk)).toEqual(Array(6).fill({ copied_registration: 'major' }))
})

test('copies that a stranger gives away, or takes over with an older agent, cast no shadow on who had the text', async () => {
  expect(await raisedFlags(copies(['a', ...Array(50).fill('b')], { owner: 'a' }))).toEqual(
    copiers(50, 'minor'),
  )
  const found = await raisedFlags(copies(['b', 'a', 'b', 'b', 'b', 'b', 'b'], { changed: [0] }))
  expect(found).toEqual({
    ...copiers(6, 'major'),
    'copy-0': { copied_registration: 'major' },
    'copy-1': undefined,
  })
})

test('the text that was read last counts', async () => {
  const before = Array.from({ length: 6 }, (_, id) => ({
    ...{ agent_key: `${CHAIN}/${id}`, text: `other ${id}`, is_first: true },
    ...{ first_read_on: '2025-12-01', last_read_on: '2025-12-31' },
  }))
  const world = copies(['a', 'b', 'b', 'b', 'b', 'b'])
  expect(await raisedFlags(world, { stg_erc8004_files__texts: before })).toEqual(copiers(5, 'minor'))
})

test('a registration counts once, however often it was logged', async () => {
  const world = copies(['a', 'b', 'b', 'b', 'b'])
  const again = { stg_erc8004_identity__events: world.stg_erc8004_identity__events ?? [] }
  expect(await raisedFlags(world, again)).toEqual({})
})

test('of two registrations of an agent the one with more copies counts', async () => {
  const more = copies(Array(9).fill('c'), { from: 100, text: 'another' })
  const both = { int_records__handles: [{ record_id: `erc8004_identity:${CHAIN}/100`, handle: 'copy-1' }] }
  const found = await raisedReasons(copies(['a', 'b', 'b', 'b', 'b', 'b']), more, both)
  const said = (others: number, own: number) =>
    `${others} other registrations have the same name and description, ${own} of them from the same owner.`
  expect(found.slice(0, 2)).toEqual([
    `copy-1: copied_registration, major: ${said(8, 8)}`,
    `copy-100: copied_registration, major: ${said(8, 8)}`,
  ])
  expect(found.at(-1)).toBe(`copy-5: copied_registration, minor: ${said(5, 4)}`)
})

test('a registration that was given away has no copies of its owner', async () => {
  const found = await raisedReasons(copies(['a', ...Array(5).fill('b')], { owner: 'a' }))
  expect(found[0]).toContain('5 other registrations have the same name and description, 0 of them')
})
