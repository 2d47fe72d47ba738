import { expect, test } from 'vitest'
import { findGrowth } from '../../lab/e2e/abuse/watched.ts'
import { abuseCampaign, sendFromHere } from '../../lab/e2e/abuse.ts'
import { attackTargets } from '../../lab/e2e/fuzz/attack_targets.ts'
import { attackedService } from '../../lab/e2e/fuzz/attacked_service.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { sampleOutput } from '../sample_output.ts'

test('honest callers get what they ask for beside abuse of every kind, and nothing leaks', async () => {
  const output = await sampleOutput()
  const info = await attackTargets(output)
  const result = await inTemporaryFolder(async (folder) => {
    const service = await attackedService({ output, folder }, false)
    try {
      const plan = { quiet: 1, peak: 2, abuse: 4, held: 30, seed: 5 }
      return await abuseCampaign(service, { info, output, folder }, plan, sendFromHere)
    } finally {
      await service.close()
    }
  })
  expect(result.wrong).toEqual([])
  expect(result.honest.calls).toBeGreaterThan(10)
  // Abuse that is all rejected at the first check would show nothing.
  const statuses = new Map([...result.peak.statuses, ...result.abused.statuses])
  for (const status of [200, 400, 402, 404, 413, 431]) expect([...statuses.keys()]).toContain(status)
}, 180_000)

test('what grows is seen', () => {
  const flat = [100, 100, 100, 100]
  const held = { memoryMb: flat, handles: flat, diskMb: flat }
  expect(findGrowth(held)).toEqual([])
  expect(findGrowth({ ...held, memoryMb: [100, 100, 130, 160] })).toEqual([
    'memoryMb grew from 100 in the second quarter to 160 in the last',
  ])
  expect(findGrowth({ ...held, diskMb: [1, 1, 2, 3] })).toEqual([])
})
