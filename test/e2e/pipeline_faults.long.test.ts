import { expect, it } from 'vitest'
import { damageTrials } from '../../lab/e2e/pipeline_faults/damage.ts'
import { fileLimitTrial, twoRunsTrial } from '../../lab/e2e/pipeline_faults/machine.ts'
import { createSetup } from '../../lab/e2e/pipeline_faults/stand.ts'
import { faultsCampaign } from '../../lab/e2e/pipeline_faults.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { randomFrom } from '../kit/random.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../sample_output.ts'

it('whatever is wrong around a run, it ends with a clear error or a right release', async () => {
  const [before = '', day = ''] = SAMPLE_DAYS.slice(PUBLISHED_DAYS.length - 1)
  const lines: string[] = []
  const verdicts = await inTemporaryFolder(async (folder) => {
    const stand = await createSetup(folder, await sampleOutput(), before, day)
    const trials = [
      fileLimitTrial,
      twoRunsTrial,
      ...damageTrials(['one bit flipped'], 'archive', /\.ndjson$/, 1, randomFrom(3)),
    ]
    return faultsCampaign(stand, trials, (line) => lines.push(line))
  })
  expect(verdicts.filter(({ ended }) => ended === 'WRONG')).toEqual([])
  expect(lines).toHaveLength(3)
}, 400_000)
