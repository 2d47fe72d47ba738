import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { currentRelease } from '../../core/release/release.ts'
import { History } from '../../pipeline/history/history.ts'
import { GOLDEN_DAYS } from '../golden_days.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { runGoldenDay } from '../kit/golden_day.ts'

const [FIRST, SECOND] = GOLDEN_DAYS

test('the archive alone tells that a day had no release, and gives its record and the release after it', async () => {
  await inTemporaryFolder(async (output) => {
    const history = new History(join(output, 'history'))
    await runGoldenDay(output, FIRST, { isUnreleased: true })
    await runGoldenDay(output, SECOND)
    const [record, published] = [history.dayDigest(FIRST), currentRelease(output)?.id]
    for (const name of ['history', 'releases', 'current', 'log'])
      rmSync(join(output, name), { recursive: true })
    for (const day of GOLDEN_DAYS) await runGoldenDay(output, day, { offline: true })
    expect(readdirSync(join(output, 'releases'))).toEqual([published])
    expect(new History(join(output, 'history')).dayDigest(FIRST)).toBe(record)
  })
})
