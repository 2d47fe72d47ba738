import { listAt, textAt } from '../kit/json.ts'
import { isPresent } from './claims.ts'
import { sellers } from './claims_service.ts'
import type { ProbeRead } from './past.ts'
import { resourceIn } from './readers/bazaar.ts'
import { servicesIn } from './readers/registrations.ts'
import type { Readings } from './readings.ts'
import { isTemplate } from './templates.ts'

/** The state of an address, from all its askings. */
export interface Asked {
  /** Milliseconds of its last answer, and the date of that; null without any. */
  answeredAt: number | null
  answeredOn: string | null
  /** The date of the last outcome that counts, and whether it is an answer. */
  judgedOn: string | null
  isAnswering: boolean
  /** The last date on which whatever was due had been asked. */
  readOn: string
  /** As what it was probed last, such as `web` or `mcp`. */
  kind: string
  /** The askings of 30 days that say something of it, and how many of these it answered. */
  observed: number
  answered: number
}

const ALIVE = ['answers', 'gated', 'answers_before_payment']
const PROBER = ['rate_limited', 'blocked']
const DOUBTFUL = ['server_error', 'timeout']
const DAY = 86_400_000

/** The form in which addresses are the same. */
const toPlain = (address: string): string =>
  (URL.parse(address.trim())?.href ?? address)
    .trim()
    .toLowerCase()
    .replace(/#.*$/, '')
    .replace(/^(https:\/\/[^/?#]+):443([/?]|$)/, '$1$2')
    .replace(/\/+$/, '')

/** Returns the addresses that the records of an agent declare. */
export function addressesIn(readings: Readings): (records: string[]) => string[] {
  const sold = sellers(readings)
  const cards = new Map(readings.cards.map((card) => [card.host, card]))
  const agents = Map.groupBy(readings.registrations.values(), ({ agent }) => agent)
  const ofRecord = (record: string): string[] => {
    const id = record.slice(record.indexOf(':') + 1)
    if (record.startsWith('mcp_registry:')) {
      const server = readings.servers.get(id)
      if (!server || !isPresent(server)) return []
      return listAt(server.item, 'server', 'remotes').flatMap((remote) => textAt(remote, 'url') ?? [])
    }
    if (record.startsWith('a2a_cards:')) {
      const card = cards.get(id)
      return card?.isServed ? [card.response.url] : []
    }
    if (record.startsWith('x402_bazaar:'))
      return (sold.get(id) ?? []).flatMap(({ key, listing }) =>
        listing.goneOn === null ? [resourceIn(key)] : [],
      )
    return (agents.get(id) ?? []).flatMap(({ file }) =>
      servicesIn(file?.item).flatMap(({ endpoint }) => endpoint || []),
    )
  }
  return (records) => [
    ...new Set(
      records
        .flatMap(ofRecord)
        .filter((address) => !isTemplate(address))
        .map(toPlain),
    ),
  ]
}

/** Returns what the askings say of each address that was ever asked. */
export function askingsIn(probes: ProbeRead[], day: string): Map<string, Asked> {
  const named = probes.filter(({ kind }) => kind !== 'proof' && kind !== 'manifest')
  const last = probes.map((read) => read.observed_on).reduce((a, b) => (a > b ? a : b), '')
  const byAddress = Map.groupBy(named, ({ url }) => toPlain(url))
  return new Map(
    [...byAddress].flatMap(([address, reads]): [string, Asked][] => {
      const asked = reads.filter(({ outcome }) => outcome !== 'not_probed')
      return asked.length === 0
        ? []
        : [[address, { ...judge(reads, asked, last), ...countAnswers(asked, day) }]]
    }),
  )
}

function countAnswers(asked: ProbeRead[], day: string): Pick<Asked, 'observed' | 'answered'> {
  const since = Date.parse(day) - 30 * DAY
  const told = asked.filter(
    ({ outcome, observed_on }) => Date.parse(observed_on) > since && !PROBER.includes(outcome),
  )
  return { observed: told.length, answered: told.filter(({ outcome }) => ALIVE.includes(outcome)).length }
}

function judge(reads: ProbeRead[], asked: ProbeRead[], last: string): Omit<Asked, 'observed' | 'answered'> {
  const answered = asked.findLast(({ outcome }) => ALIVE.includes(outcome))
  const silent = asked.filter(
    ({ outcome, observed_on }) =>
      ![...ALIVE, ...PROBER].includes(outcome) && observed_on > (answered?.observed_on ?? ''),
  )
  const span = Date.parse(silent.at(-1)?.observed_on ?? '') - Date.parse(silent[0]?.observed_on ?? '')
  const isCounted =
    silent.some(({ outcome }) => !DOUBTFUL.includes(outcome)) || (silent.length >= 5 && span >= 13 * DAY)
  const judged = isCounted ? silent.at(-1) : answered
  const newest = reads.at(-1)
  const isLate =
    newest?.outcome === 'not_probed'
      ? ['time', 'host_refused'].includes(newest.reason ?? '')
      : newest?.observed_on !== last && ALIVE.includes(asked.at(-1)?.outcome ?? '')
  return {
    answeredAt: answered === undefined ? null : Date.parse(answered.observed_at),
    answeredOn: answered?.observed_on ?? null,
    judgedOn: judged?.observed_on ?? null,
    isAnswering: judged !== undefined && judged === answered,
    kind: newest?.kind ?? '',
    readOn: isLate ? (asked.at(-1)?.observed_on ?? '') : last,
  }
}
