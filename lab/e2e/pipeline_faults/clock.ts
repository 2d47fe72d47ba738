import { OperationalError } from '../../../core/domain/errors.ts'
import type { Upstreams } from '../../../pipeline/http/upstreams.ts'
import { rollbackDays } from '../../../pipeline/run/rollback_days.ts'
import type { RunOptions } from '../../../pipeline/run/types.ts'
import { createSampleUpstreams } from '../../../sample/sample.ts'
import { readPointer } from '../../../test/kit/folder.ts'
import { runSampleDay } from '../../../test/kit/sample_day.ts'
import {
  attempt,
  firstLine,
  requireRecovered,
  requireServed,
  type Trial,
  type TrialSetup,
  Wrong,
} from './stand.ts'

const DAY_MS = 86_400_000
// Sources that a live run requests at its own pace; others get one request in a second or two.
const SOURCES = ['mcp_registry', 'openrouter_models', 'arena', 'defillama']

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The sample as if it were the internet: its answers carry its time, and our clock is off by some days. */
function liveAs(day: string, daysOff: number): Partial<RunOptions> {
  const sample = createSampleUpstreams(day)
  const sent = new Date(sample.now()).toUTCString()
  const fetch: Upstreams['fetch'] = async (input, init) => {
    const answer = await sample.fetch(input, init)
    answer.headers.set('date', sent)
    return answer
  }
  const now = () => sample.now() + daysOff * DAY_MS
  return { universe: { ...sample, world: 'live', fetch, now }, sources: SOURCES }
}

/** The clock is a day off, in a folder of its own whose first day was run with a right one. */
function offBy(days: number, name: string): Trial {
  return {
    name,
    async run(output, stand) {
      const folder = `${output}-live`
      const first = await runSampleDay(folder, stand.before, liveAs(stand.before, 0))
      const wrong = shifted(stand.day, days)
      const ended = await attempt(folder, { ...stand, day: wrong }, liveAs(stand.day, days))
      if (!(ended instanceof OperationalError) && ended.outcome !== 'unchanged')
        throw new Wrong(`it published ${wrong}`)
      requireServed(folder, first.manifest_sha256 ?? '')
      const right = await runSampleDay(folder, stand.day, liveAs(stand.day, 0))
      const again = await runSampleDay(`${output}-undisturbed`, stand.before, liveAs(stand.before, 0))
      const reference = await runSampleDay(`${output}-undisturbed`, stand.day, liveAs(stand.day, 0))
      if (
        again.manifest_sha256 !== first.manifest_sha256 ||
        right.manifest_sha256 !== reference.manifest_sha256
      )
        throw new Wrong('with the clock set right it came out otherwise')
      if (ended instanceof OperationalError) return { ended: 'clear error', detail: firstLine(ended) }
      return { ended: 'right release', detail: `the day ${wrong} is done: nothing changed` }
    },
  }
}

/** A pipeline of earlier code, or without upstreams that send the time: it ran ahead, and its days are archived. */
const runAheadTrial: Trial = {
  name: 'ran two days ahead unnoticed',
  async run(output, stand: TrialSetup) {
    const served = readPointer(output)
    await runSampleDay(output, shifted(stand.day, 2))
    const locked = await attempt(output, stand)
    if (!(locked instanceof OperationalError)) throw new Wrong('a day before the last was run')
    await rollbackDays(output, stand.before)
    if (readPointer(output) !== served) throw new Wrong('rolled back, another release is served')
    await requireRecovered(output, stand)
    return { ended: 'clear error', detail: `${firstLine(locked).slice(0, 60)}…; rolled back` }
  },
}

/** The machine's clock set forward and back by a day. */
export const clockTrials: Trial[] = [
  offBy(1, 'clock a day ahead'),
  offBy(-1, 'clock a day behind'),
  runAheadTrial,
]
