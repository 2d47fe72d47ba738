import { expect, test } from 'vitest'
import type { Mover } from '../../core/resources/changes.ts'
import { moversArtifact } from '../../pipeline/artifacts/changes/movers.ts'
import { runCheck } from '../model/given.ts'
import { type ChangeWorld, change, changeMarts, createChangeSite, daysAgo, HOSTILE } from './change_world.ts'

async function moversIn(world: ChangeWorld): Promise<Mover[]> {
  const db = await changeMarts(world)
  expect(await runCheck(db, 'movers_moved')).toEqual([])
  const { body } = await moversArtifact(createChangeSite(db))
  return JSON.parse(String(body)).movers
}

test('the moves of the day are listed, the largest first, and no other change', async () => {
  const changes = [
    change('small', { rank_before: 3, rank_after: 2 }),
    change('fallen', { rank_before: 2, rank_after: 9 }),
    change('dead', { kind: 'death' }),
    change('before', { day: daysAgo(1), rank_before: 90, rank_after: 1 }),
  ]
  const ranks = { category: 'service', risk_flags: [] }
  expect(await moversIn({ changes, flagged: ['fallen'] })).toEqual([
    { ...ranks, handle: 'fallen', rank_before: 2, rank_after: 9, rank_delta: -7, risk_flags: [HOSTILE] },
    { ...ranks, handle: 'small', rank_before: 3, rank_after: 2, rank_delta: 1 },
  ])
})

test('fifty of each category and direction are kept, whatever the others are', async () => {
  const many = (name: string, rank_before: number, given: object) =>
    Array.from({ length: 60 }, (_, nth) =>
      change(`${name}-${nth}`, { rank_before, rank_after: 100 + nth, ...given }),
    )
  const changes = [
    ...many('up', 900, {}),
    ...many('down', 1, {}),
    change('lone', { category: 'developer', rank_before: 2, rank_after: 1 }),
  ]
  const movers = await moversIn({ changes })
  const of = (start: string) => movers.filter((mover) => mover.handle.startsWith(start))
  expect(of('up').map((mover) => mover.rank_after)).toEqual(Array.from({ length: 50 }, (_, nth) => 100 + nth))
  expect(of('down').map((mover) => mover.rank_after)).toEqual(
    Array.from({ length: 50 }, (_, nth) => 159 - nth),
  )
  expect(movers.at(-1)?.handle).toBe('lone')
})

test('on the first day there are none', async () => {
  expect(await moversIn({ observed: [] })).toEqual([])
})
