import { SIGNALS } from '../../core/domain/signals.ts'
import type { Asked } from './addresses.ts'
import { Rule } from './compare.ts'
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
}

/** An agent as its liveness is judged. */
interface Judged {
  inputs: Input[]
  /** Of its records that are there. */
  categories: string[]
  /** The state of each address that it declares; null of one that was never asked. */
  addresses: (Asked | null)[]
  /** The chains on which it was paid. */
  chains: string[]
}

interface Sign {
  key: string
  time: number
  days: number
  isLife: boolean
  isUpkeep: boolean
  /** The date up to which a later one would have been seen. */
  readOn: string
}

/** The days that each sign counts for a kind; `+`: it also shows that the agent is maintained, `-`: that alone. */
const SIGNS: Record<string, Record<string, string>> = {
  asked: { x402_paid_at: '7', github_pushed_at: '30-', registry_updated_at: '30-' },
  unasked: { x402_paid_at: '7', github_pushed_at: '30-', registry_updated_at: '30-' },
  unaddressed: {
    ...{ github_pushed_at: '30+', registry_updated_at: '30+', packages_downloaded_at: '14' },
    x402_paid_at: '7',
  },
  model_family: {
    ...{ openrouter_served_at: '7', openrouter_used_at: '7', arena_voted_at: '30' },
    ...{ huggingface_downloaded_at: '14', huggingface_modified_at: '30+', openrouter_newest_at: '30+' },
  },
  developer: { github_pushed_at: '30+' },
  tokenized: { token_traded_at: '30' },
}
const ANSWER_DAYS = 7
const VERDICT_DAYS = 30
/** Read as a whole: what is not in an answer is not new. */
const WHOLE = [
  ...[
    'registry_updated_at',
    'openrouter_newest_at',
    'token_traded_at',
    'arena_voted_at',
    'openrouter_used_at',
  ],
]

export function readsIn(archive: RecordedArchive, readings: Readings): Reads {
  const sources: Reads['sources'] = new Map()
  for (const { source, date, outcome } of archive.days) {
    if (outcome !== 'ok') continue
    sources.set(source, { first: sources.get(source)?.first ?? date, last: date })
  }
  const chains = new Map<string, string>()
  for (const { source, chain, date } of readings.blocksRead)
    if (source === 'x402_payments' && date > (chains.get(chain) ?? '')) chains.set(chain, date)
  return { sources, chains }
}

const ANY = new Rule('in words that the state decides', () => true)

/** Alive by a sign that counts; dead where all that was ever shown is past, by readings that are young enough. */
export function expectedLiveness(agent: Judged, reads: Reads, day: string): object {
  const kinds = listKinds(agent)
  const signs = kinds.flatMap((kind) => collectSigns(kind, agent, reads)).sort(byTime)
  const [act] = signs
  const upkeep = signs.filter(({ isUpkeep }) => isUpkeep)
  const answers = agent.addresses.flatMap((asked) => asked?.answeredAt ?? [])
  return {
    state: expectedState(
      kinds.map((kind) => judgeKind(kind, agent, collectSigns(kind, agent, reads), day)),
      agent,
    ),
    last_activity_at: act ? publishedTime(act.time) : null,
    last_activity: act ? SIGNALS[act.key]?.name : null,
    days_since_active: act ? Math.min(...signs.map(({ time }) => age(day, time))) : null,
    endpoint_answered_at: answers.length > 0 ? publishedTime(Math.max(...answers)) : null,
    ...{ says: ANY, judged_as: ANY, rests_on: ANY, rests_on_at: ANY },
    maintained: upkeep.length === 0 ? null : upkeep.some(({ time, days }) => age(day, time) < days),
    maintained_at: upkeep[0] ? publishedTime(upkeep[0].time) : null,
    ...{ alive_probability: ANY, alive_probability_cases: ANY },
  }
}

type Verdict = 'alive' | 'not_alive' | 'unknown'

const byTime = (a: Sign, b: Sign): number => b.time - a.time || (a.key < b.key ? -1 : 1)
const age = (day: string, time: number): number => Math.max(daysTo(day, time), 0)
const daysFrom = (date: string, day: string): number => (Date.parse(day) - Date.parse(date)) / 86_400_000

function listKinds({ categories, addresses }: Judged): string[] {
  const addressed = addresses.some((asked) => asked !== null) ? 'asked' : 'unasked'
  const named = categories.map((category) =>
    !['mcp_server', 'service'].includes(category)
      ? category
      : addresses.length > 0
        ? addressed
        : 'unaddressed',
  )
  return [...new Set(named)]
}

/** The expected state: unread parts, and the agents of a developer, can only make it less sure that it is dead. */
function expectedState(verdicts: Verdict[], { categories }: Judged): string | Rule {
  if (verdicts.includes('alive')) return 'alive'
  if (categories.includes('developer')) return new Rule('by its own agents', () => true)
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'not_alive')
    ? new Rule('not alive, or something was never read', (state) => state !== 'alive')
    : 'unknown'
}

function judgeKind(kind: string, { addresses }: Judged, all: Sign[], day: string): Verdict {
  const judged = all
    .filter(({ isLife }) => isLife)
    .map(({ time, days, readOn }) => {
      const unread = daysFrom(readOn, day)
      return {
        isAlive: age(day, time) < days,
        isDead: unread < days && age(day, time) - unread >= days,
      }
    })
  const asked = addresses.filter((address) => address !== null)
  if (judged.some(({ isAlive }) => isAlive)) return 'alive'
  if (kind === 'asked' && asked.some((address) => isAnswering(address, day))) return 'alive'
  const isQuiet = kind !== 'asked' || asked.every((address) => isSilent(address, day))
  const isShown = kind === 'asked' || judged.length > 0
  return isShown && isQuiet && kind !== 'unasked' && judged.every(({ isDead }) => isDead)
    ? 'not_alive'
    : 'unknown'
}

const isCurrent = ({ judgedOn, readOn }: Asked, day: string): boolean =>
  judgedOn !== null && daysFrom(judgedOn, day) < VERDICT_DAYS && daysFrom(readOn, day) < ANSWER_DAYS

const isAnswering = (asked: Asked, day: string): boolean =>
  (asked.answeredOn !== null && daysFrom(asked.answeredOn, day) < ANSWER_DAYS) ||
  (asked.isAnswering && isCurrent(asked, day))

const isSilent = (asked: Asked, day: string): boolean => !asked.isAnswering && isCurrent(asked, day)

/** The latest sign of each key that the kind has. */
function collectSigns(kind: string, { inputs, chains }: Judged, reads: Reads): Sign[] {
  const byKey = Map.groupBy(inputs, ({ key }) => key)
  return Object.entries(SIGNS[kind] ?? {}).flatMap(([key, counts]): Sign[] => {
    const of = byKey.get(key) ?? []
    const latest = of
      .filter(({ time }) => time !== null)
      .reduce<Input | null>((a, b) => (Number(a?.time ?? -1) >= Number(b.time) ? a : b), null)
    if (latest === null) return []
    return [
      {
        ...{ key, time: latest.time as number, days: Number.parseInt(counts, 10) },
        ...{ isLife: !counts.endsWith('-'), isUpkeep: /[+-]$/.test(counts) },
        readOn: readOn(key, of, latest, chains, reads),
      },
    ]
  })
}

function readOn(key: string, all: Input[], latest: Input, chains: string[], reads: Reads): string {
  const own = latest.from.map(({ date }) => date).sort()
  // A push into any of the repositories counts, so the one that was read longest ago decides.
  if (key === 'github_pushed_at')
    return all.flatMap(({ from }) => from.map(({ date }) => date)).sort()[0] ?? ''
  if (key === 'x402_paid_at') return chains.map((chain) => reads.chains.get(chain) ?? '').sort()[0] ?? ''
  const whole = WHOLE.includes(key) ? (reads.sources.get(SIGNALS[key]?.source ?? '')?.last ?? '') : ''
  return [whole, own.at(-1) ?? ''].sort().at(-1) ?? ''
}
