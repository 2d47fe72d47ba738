import { expect, test } from 'vitest'
import { HTML_TYPE, internet, JSON_TYPE, openGuard, send } from './guard_harness.ts'
import { temporaryArchive } from './harness.ts'

const HEAD = { source: 'files', date: '2026-03-24', world: 'sample' as const }
const EXPECT = { expect: 'json' } as const

test('a visit of an interrupted run is not made again, whatever it found, and counts as one of the day', async () => {
  const { asked, reach } = await internet(({ path }, response) =>
    path === '/page' ? send(response, 200, HTML_TYPE, '<html>') : send(response, 200, JSON_TYPE, '{"n":1}'),
  )
  const archive = temporaryArchive()
  const open = () => openGuard({ reach, archive, journal: archive.journal(HEAD), maxVisits: 3 }).guard
  const first = open()
  const seen = [
    await first.visit('https://a.com/card', EXPECT),
    await first.visit('https://a.com/page', EXPECT),
  ]
  expect(seen.map(({ outcome }) => outcome)).toEqual(['ok', 'soft_404'])
  const second = open()
  expect([
    await second.visit('https://a.com/card', EXPECT),
    await second.visit('https://a.com/page', EXPECT),
  ]).toEqual(seen)
  expect(asked).toHaveLength(2)
  await second.visit('https://a.com/other', EXPECT)
  await expect(second.visit('https://a.com/more', EXPECT)).rejects.toThrow('3 visits a day')
  expect(asked).toHaveLength(3)
  expect(second.responses()).toHaveLength(3)
})
