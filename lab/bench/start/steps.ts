import { join } from 'node:path'
import { SAMPLE_DAYS } from '../../../sample/days.ts'
import { inTemporaryFolder } from '../../../test/kit/folder.ts'
import { runSampleDay } from '../../../test/kit/sample_day.ts'

/** Processor milliseconds of this process by step of a run. */
export type Steps = Record<string, number>

/** The steps of sample days in this one process: the first day, days without a release, and a last one that is published. */
export async function stepsOfDays(days: number): Promise<{ kind: string; steps: Steps }[]> {
  return inTemporaryFolder(async (folder) => {
    const measured = []
    for (const [at, day] of SAMPLE_DAYS.slice(0, days).entries()) {
      const isUnreleased = at > 0 && at < days - 1
      const steps = await measureSteps(join(folder, 'output'), day, isUnreleased)
      measured.push({ kind: `${day} ${isUnreleased ? 'history alone' : 'published'}`, steps })
    }
    return measured
  })
}

async function measureSteps(output: string, day: string, isUnreleased: boolean): Promise<Steps> {
  const steps: Steps = {}
  let [step, since] = ['Opening', process.cpuUsage()]
  const next = (title: string): void => {
    const { user, system } = process.cpuUsage(since)
    steps[step] = Math.round((user + system) / 1000)
    step = title
    since = process.cpuUsage()
  }
  const report = { step: next, tick() {}, note() {}, end() {} }
  await runSampleDay(output, day, { isUnreleased, report })
  next('')
  return steps
}
