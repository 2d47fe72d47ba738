import { currentTarget } from '../../core/release/release.ts'
import { runDay } from '../../pipeline/run.ts'
import { SAMPLE_RELEASES } from '../../sample/days.ts'
import { createSampleUpstreams } from '../../sample/sample.ts'
import { silentReporter } from '../progress.ts'
import { failureLines } from './failure.ts'
import type { SampleMessage, SampleRequest } from './sample_build.ts'

/** Builds the days in order. Those that are soon followed by others are not published, but for the first to be seen. */
async function build({ days, output, baseUrl }: SampleRequest): Promise<void> {
  for (const day of days) {
    const isUnreleased = !SAMPLE_RELEASES.includes(day) && currentTarget(output) !== null
    await runDay({
      ...{ day, output, universe: createSampleUpstreams(day), baseUrl, env: {}, isUnreleased },
      ...{ sources: null, offline: false, refetch: false, acceptShrink: false, report: silentReporter },
      // The sample begins with its first day.
      leavesPast: true,
    })
    sendNews({ built: day })
  }
}

function sendNews(news: SampleMessage): void {
  process.send?.(news)
}

// A Ctrl-C reaches both; the server decides, and ends this.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
// If the server was killed, nothing waits for this.
process.once('disconnect', () => process.exit())
process.once('message', (order: SampleRequest) => {
  build(order)
    .catch((error) => sendNews({ failed: failureLines(error) }))
    .finally(() => process.disconnect())
})
