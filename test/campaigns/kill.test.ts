import { expect, it } from 'vitest'
import { inTemporaryFolder } from '../../scripts/campaigns/folder.ts'
import { killCampaign, sampleWorldToKill } from '../../scripts/campaigns/kill.ts'

it('a run that is killed leaves a whole release, and its rerun gives what an undisturbed run gives', async () => {
  const said: string[] = []
  const killed = await inTemporaryFolder((folder) =>
    killCampaign(sampleWorldToKill, folder, { rounds: 4, seed: 2 }, (line) => said.push(line)),
  )
  expect(killed.flatMap((one) => one.problems)).toEqual([])
  expect(killed).toHaveLength(4)
  // A campaign whose runs all ended before they were killed would show nothing.
  expect(killed.filter((one) => one.where !== 'it had ended').length).toBeGreaterThanOrEqual(2)
  expect(said).toHaveLength(5)
}, 120_000)
