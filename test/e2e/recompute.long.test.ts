import { expect, test } from 'vitest'
import { recompute } from '../../lab/e2e/recompute.ts'
import { sampleOutput } from '../sample_output.ts'

const LONG_MS = 600_000

test('a day is built again from its recorded responses alone, byte for byte', {
  timeout: LONG_MS,
}, async () => {
  expect(await recompute(await sampleOutput(), null)).toMatchObject([{ result: 'held' }])
})

test('an earlier day is compared with its own release', { timeout: LONG_MS }, async () => {
  const output = await sampleOutput()
  expect(await recompute(output, '2026-01-02', { withHistory: true })).toMatchObject([{ result: 'held' }])
})

test('where earlier days had other settings, with what is kept of these', { timeout: LONG_MS }, async () => {
  // The days before were published as files.
  const output = await sampleOutput('packs')
  expect(await recompute(output, null, { withHistory: true })).toMatchObject([{ result: 'held' }])
})
