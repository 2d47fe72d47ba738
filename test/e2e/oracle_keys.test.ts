import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { currentRelease } from '../../core/release/release.ts'
import { addKeyEvent, publishedKeys } from '../../pipeline/log/oracle_keys.ts'
import { runDay } from '../../pipeline/run.ts'
import { created, folder } from '../attestations/key_events.ts'
import { fetchFrom, runOptions } from '../given_upstream.ts'

test('a run publishes the keys, names their hash among its inputs, and runs again when they change', {
  timeout: 120_000,
}, async () => {
  const output = folder()
  const catalog = JSON.parse(
    readFileSync(join(import.meta.dirname, '../golden/two_days/input/catalog.json'), 'utf8'),
  )
  const options = runOptions('2026-03-10', output, catalog, fetchFrom({}))
  const live = { ...options, universe: { ...options.universe, world: 'live' as const } }
  const published = () => {
    const release = currentRelease(output)
    const file = join(output, 'current/public/.well-known/jwks.json')
    return { keys: JSON.parse(readFileSync(file, 'utf8')).keys, hash: release?.about.inputs.oracle_keys }
  }
  await runDay(live)
  expect(published()).toEqual({ keys: [], hash: undefined })
  expect((await runDay(live)).outcome).toBe('unchanged')
  const key = created('2026-03-10T12:00:00Z')
  addKeyEvent(output, key)
  expect((await runDay(live)).outcome).toBe('published')
  const { keys, sha256 } = publishedKeys(output, { day: '2026-03-10', world: 'live' })
  expect(published()).toEqual({ keys, hash: sha256 })
  expect(keys.map(({ kid }) => kid)).toEqual([key.kid])
  expect((await runDay(live)).outcome).toBe('unchanged')
  addKeyEvent(output, created('2026-03-11T00:00:00Z'))
  expect((await runDay(live)).outcome).toBe('unchanged')
})
