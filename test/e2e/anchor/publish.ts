import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { anchorsOf } from '../../../pipeline/log/anchors.ts'
import { SAMPLE_DAYS } from '../../../pipeline/sample/sample.ts'
import { killGroup } from '../../kit/child.ts'
import type { Finding } from '../../kit/payments/trials.ts'
import { runSampleDay } from '../../kit/sample_day.ts'
import { honest } from './node.ts'
import { type AnchorStand, addDay } from './stand.ts'

const [FIRST = '', SECOND = ''] = SAMPLE_DAYS

/** A run publishes the next day while an anchor of its folder waits for a chain that never answers. */
export async function publishWhileDown(stand: AnchorStand, output: string): Promise<Finding> {
  await runSampleDay(output, FIRST)
  if (!existsSync(join(output, 'log/entries/days.json'))) addDay(output)
  const asked = Promise.withResolvers<void>()
  stand.node.behave(async () => {
    asked.resolve()
    return null
  })
  const started = stand.start(['--output', output, '--wait', '3600'])
  await asked.promise
  const { outcome } = await runSampleDay(output, SECOND)
  const isWaiting = started.process.exitCode === null
  const anchors = [...anchorsOf(output).values()].map(({ anchor_status }) => anchor_status)
  killGroup(started)
  await started.ended
  stand.node.behave(honest)
  return {
    what: 'a run while an anchor waits for a chain that never answers',
    seen: `${outcome}, the anchor ${anchors}${isWaiting ? ' and waiting' : ''}`,
    isRight: outcome === 'published' && isWaiting && `${anchors}` === 'pending',
  }
}
