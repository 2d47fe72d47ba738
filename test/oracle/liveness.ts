import { SIGNALS } from '../../core/domain/signals.ts'
import type { Input } from './inputs.ts'
import type { Readings } from './readings.ts'
import type { RecordedArchive } from './recorded.ts'
import { daysTo, publishedTime } from './scoring.ts'

/** On which dates what shows signs of life was read. */
export interface Reads {
  /** The first and the last date on which a source answered, by source. */
  sources: Map<string, { first: string; last: string }>
  /** The last date on which payments on a chain were read, by chain. */
  chains: Map<string, string>
  /** The last date on which an address or a host was visited, whatever came of it. */
  visits: Map<string, string>
}

/** An agent as its liveness is judged. */
interface Judged {
  inputs: Input[]
  category: string
  /** The date from which it is known. */
  since: string
  /** The chains on which it was paid. */
  chains: string[]
}

interface Sign {
  key: string
  time: number
  /** The date up to which a later one would have been seen. */
  readOn: string
}

const WINDOWS = { act: 30, answer: 7 }
/** Read as a whole: what is not in an answer is not new. */
const WHOLE = ['registry_updated_at', 'openrouter_newest_at', 'token_traded_at']
/** The source that every agent of a category would appear in. */
const SHOWN: Record<string, string> = { service: 'x402_payments', tokenized: 'coingecko_ai_agents' }

export function readsIn(archive: RecordedArchive, readings: Readings): Reads {
  const sources: Reads['sources'] = new Map()
  for (const { source, date, outcome } of archive.days) {
    if (outcome !== 'ok') continue
    sources.set(source, { first: sources.get(source)?.first ?? date, last: date })
  }
  const chains = new Map<string, string>()
  for (const { source, chain, date } of readings.blocksRead)
    if (source === 'x402_payments' && date > (chains.get(chain) ?? '')) chains.set(chain, date)
  return {
    sources,
    chains,
    visits: new Map([
      ...readings.cards.map(({ host, askedOn }): [string, string] => [host, askedOn]),
      ...readings.probes.map(({ url, probedOn }): [string, string] => [url, probedOn]),
    ]),
  }
}

/** Alive by a sign within its window; dead where a reading, itself not too old, showed that the window had passed. */
export function expectedLiveness(agent: Judged, reads: Reads, day: string): object {
  const signs = collectSigns(agent, reads)
  const acts = signs.filter(({ key }) => SIGNALS[key]?.is_activity)
  const answers = signs.filter(({ key }) => SIGNALS[key]?.is_probe)
  const [act, answer] = [acts[0] ?? null, answers[0] ?? null]
  return {
    state: signs.length === 0 ? stateWithoutSigns(agent, reads, day) : livenessState(signs, day),
    last_activity_at: act && publishedTime(act.time),
    last_activity: act && SIGNALS[act.key]?.name,
    days_since_active: act && age(day, act.time),
    endpoint_answered_at: answer && publishedTime(answer.time),
  }
}

const age = (day: string, time: number): number => Math.max(daysTo(day, time), 0)
const daysFrom = (date: string, day: string): number => (Date.parse(day) - Date.parse(date)) / 86_400_000

function livenessState(signs: Sign[], day: string): string {
  const judged = signs.map(({ key, time, readOn }) => {
    const window = SIGNALS[key]?.is_probe ? WINDOWS.answer : WINDOWS.act
    const unread = daysFrom(readOn, day)
    return {
      isAlive: age(day, time) < window,
      isDead: unread < window && age(day, time) - unread >= window,
    }
  })
  if (judged.some(({ isAlive }) => isAlive)) return 'alive'
  return judged.every(({ isDead }) => isDead) ? 'not_alive' : 'unknown'
}

/** An agent that never showed a sign is dead once it could have shown one for as long as an act counts. */
function stateWithoutSigns({ category, since }: Judged, reads: Reads, day: string): string {
  const source = SHOWN[category] ?? ''
  const read = reads.sources.get(source)
  if (read === undefined) return 'unknown'
  const last = source === 'x402_payments' ? ([...reads.chains.values()].sort()[0] ?? read.last) : read.last
  const from = since > read.first ? since : read.first
  return daysFrom(from, last) >= WINDOWS.act && daysFrom(last, day) < WINDOWS.act ? 'not_alive' : 'unknown'
}

/** The latest sign of each kind, the latest first; of signs at one time, the one whose key comes first. */
function collectSigns({ inputs, chains }: Judged, reads: Reads): Sign[] {
  const byKey = Map.groupBy(inputs, ({ key }) => key)
  const signs = [...byKey].flatMap(([key, of]): Sign[] => {
    const definition = SIGNALS[key]
    if (!definition?.is_activity && !definition?.is_probe) return []
    const latest = of
      .filter(({ time }) => time !== null)
      .reduce<Input | null>((a, b) => (Number(a?.time ?? -1) >= Number(b.time) ? a : b), null)
    if (latest === null) return []
    return [{ key, time: latest.time as number, readOn: readOn(key, of, latest, chains, reads) }]
  })
  return signs.sort((a, b) => b.time - a.time || (a.key < b.key ? -1 : 1))
}

function readOn(key: string, all: Input[], latest: Input, chains: string[], reads: Reads): string {
  const own = latest.from.map(({ date }) => date).sort()
  // A push into any of the repositories counts, so the one that was read longest ago decides.
  if (key === 'github_pushed_at')
    return all.flatMap(({ from }) => from.map(({ date }) => date)).sort()[0] ?? ''
  if (key === 'x402_paid_at') return chains.map((chain) => reads.chains.get(chain) ?? '').sort()[0] ?? ''
  if (SIGNALS[key]?.is_probe) return reads.visits.get(latest.item) ?? ''
  const whole = WHOLE.includes(key) ? (reads.sources.get(SIGNALS[key]?.source ?? '')?.last ?? '') : ''
  return [whole, own.at(-1) ?? ''].sort().at(-1) ?? ''
}
