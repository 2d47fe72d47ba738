import { cpSync } from 'node:fs'
import { expect, it } from 'vitest'
import { killCampaign, scriptedDayToKill } from '../../lab/e2e/kill.ts'
import { GOLDEN_DAYS, goldenOutput } from '../golden_days.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { runGoldenDay } from '../kit/golden_day.ts'

const DAY = GOLDEN_DAYS[1]

it('a run that is killed leaves a whole release, and its rerun gives what an undisturbed run gives', async () => {
  const lines: string[] = []
  const world = scriptedDayToKill({
    script: 'test/kit/golden_day.ts',
    day: DAY,
    before: async (output) =>
      cpSync((await goldenOutput(1)).output, output, { recursive: true, verbatimSymlinks: true }),
    run: (output, asked) => runGoldenDay(output, DAY, { asked }),
  })
  const killed = await inTemporaryFolder((folder) =>
    killCampaign(world, folder, { rounds: 1, seed: 2 }, (line) => lines.push(line)),
  )
  expect(killed.flatMap((round) => round.problems)).toEqual([])
  expect(killed).toHaveLength(1)
  // A campaign whose runs all ended before the kill would show nothing.
  expect(killed.filter((round) => round.where !== 'it had ended').length).toBeGreaterThanOrEqual(1)
  expect(lines).toHaveLength(2)
}, 400_000)
