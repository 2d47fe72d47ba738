import { expect, it } from 'vitest'
import { inTemporaryFolder } from '../../scripts/campaigns/folder.ts'
import { killCampaign, sampleWorldToKill } from '../../scripts/campaigns/kill.ts'

it('a run that is killed leaves a whole release, and its rerun gives what an undisturbed run gives', async () => {
  const said: string[] = []
  const killed = await inTemporaryFolder((folder) =>
    killCampaign(sampleWorldToKill, folder, { rounds: 2, seed: 2 }, (line) => said.push(line)),
  )
  expect(killed.flatMap((one) => one.problems)).toEqual([])
  expect(killed).toHaveLength(2)
  // A campaign whose runs all ended before they were killed would show nothing.
  expect(killed.filter((one) => one.where !== 'it had ended').length).toBeGreaterThanOrEqual(1)
  expect(said).toHaveLength(3)
}, 120_000)
