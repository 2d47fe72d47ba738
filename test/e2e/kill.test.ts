import { cpSync } from 'node:fs'
import { expect, it } from 'vitest'
import { killCampaign, sampleDayToKill } from '../../lab/e2e/kill.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../sample_output.ts'

it('a run that is killed leaves a whole release, and its rerun gives what an undisturbed run gives', async () => {
  const lines: string[] = []
  const world = sampleDayToKill(SAMPLE_DAYS[PUBLISHED_DAYS.length] ?? '', async (output) =>
    cpSync(await sampleOutput(), output, { recursive: true, verbatimSymlinks: true }),
  )
  const killed = await inTemporaryFolder((folder) =>
    killCampaign(world, folder, { rounds: 1, seed: 2 }, (line) => lines.push(line)),
  )
  expect(killed.flatMap((round) => round.problems)).toEqual([])
  expect(killed).toHaveLength(1)
  // A campaign whose runs all ended before the kill would show nothing.
  expect(killed.filter((round) => round.where !== 'it had ended').length).toBeGreaterThanOrEqual(1)
  expect(lines).toHaveLength(2)
}, 400_000)
