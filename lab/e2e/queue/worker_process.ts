import { setTimeout } from 'node:timers/promises'
import { stopSignal } from '../../../cli/commands/serving.ts'
import { work } from '../../../cli/worker.ts'
import { pathThrough } from '../../../pipeline/http/second_path.ts'
import type { Upstreams } from '../../../pipeline/http/upstreams.ts'
import { createSampleUpstreams } from '../../../sample/sample.ts'

/** A worker of the sample universe, whose hosts take their time: `node worker_process.ts JOBS MS`. */
const [jobs = '2', pause = '0'] = process.argv.slice(2)

function slowUniverse(day: string): Upstreams {
  const { fetch, reach, ...universe } = createSampleUpstreams(day)
  const slowly = async <T>(answer: () => Promise<T>): Promise<T> => {
    await setTimeout(Number(pause))
    return answer()
  }
  const slowReach: Upstreams['reach'] = (url, ip, asked) => slowly(() => reach(url, ip, asked))
  return {
    ...universe,
    fetch: (input, init) => slowly(() => fetch(input, init)),
    reach: slowReach,
    secondPath: pathThrough({ resolve: universe.resolve, reach: slowReach }),
  }
}

await work({
  ...{ queue: process.env.INGEST_QUEUE ?? '', environment: process.env, jobs: Number(jobs) },
  ...{ makeUniverse: slowUniverse, stop: stopSignal() },
  print: (line) => void process.stderr.write(`${line}\n`),
})
