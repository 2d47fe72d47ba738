import { at, listAt, textAt } from '../../kit/json.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { type DatedPrice, type Price, pricesIn } from './bazaar.ts'

/** Every recorded visit to addresses that agents supplied, by address, oldest first. */
export type Visits = Map<string, Recorded[]>

/** A host that was asked for its card: whether it ever served one, and the card as it was served last. */
export interface Card {
  host: string
  item: unknown
  /** Of the newest visit that brought a card, else of the newest of all. */
  response: Recorded
  isServed: boolean
  firstOn: string
  /** The date on which it was asked last. */
  askedOn: string
}

/** An address that was probed: the newest visit, and the newest that was answered. */
export interface Probe {
  url: string
  host: string
  newest: Recorded
  /** As what it was probed last, such as `web` or `mcp`. */
  kind: string | undefined
  answered: Recorded | null
  /** The prices that its newest answer quotes, and the date since when. */
  quotes: DatedPrice[]
}

const CARD = '/.well-known/agent-card.json'
const OLD_CARD = '/.well-known/agent.json'
/** Path at which a host lists its own registrations. */
const PROOF = '/.well-known/agent-registration.json'

/** Keeps the visits of a day. */
export function readVisits(visits: Visits, { responses }: RecordedDay): void {
  for (const response of responses) visits.set(response.url, [...(visits.get(response.url) ?? []), response])
}

/** The card of each host that was asked for one. */
export function cardsIn(visits: Visits, archive: RecordedArchive): Card[] {
  return [...visits].flatMap(([url, seen]) => {
    if (!url.endsWith(CARD)) return []
    const host = url.slice('https://'.length, -CARD.length)
    const older = new Map(
      (visits.get(`https://${host}${OLD_CARD}`) ?? []).map((recorded) => [recorded.date, recorded]),
    )
    const answers = seen.map((first) => {
      const second = first.outcome === 'not_found' ? older.get(first.date) : undefined
      return second?.outcome === 'ok' ? second : first
    })
    const served = answers.findLast((answer) => textAt(readJson(archive, answer), 'name')?.trim())
    const response = served ?? (answers.at(-1) as Recorded)
    const item = served ? readJson(archive, served) : null
    return {
      host,
      item,
      response,
      isServed: served !== undefined,
      firstOn: seen[0]?.date ?? '',
      askedOn: seen.at(-1)?.date ?? '',
    }
  })
}

/** Returns the outcome of each probed address, proofs of registration apart. */
export const probesIn = (visits: Visits, archive: RecordedArchive, kinds: Map<string, string>): Probe[] =>
  [...visits].flatMap(([url, seen]) => {
    if (isProof(url)) return []
    const answered =
      seen.findLast((recorded) => isAnswer(recorded, kinds.get(`${recorded.date} ${url}`))) ?? null
    const newest = seen.at(-1) as Recorded
    // A visit that nobody answered takes no quote back.
    const heard = seen.findLast((recorded) => recorded.outcome === 'ok') ?? newest
    const quotes = readQuotes(archive, heard).map((quote) => {
      const first = seen.find((visit) =>
        readQuotes(archive, visit).some(({ payTo }) => payTo === quote.payTo),
      )
      return { ...quote, since: first?.date ?? newest.date }
    })
    const kind = kinds.get(`${newest.date} ${url}`)
    return { url, host: URL.parse(url)?.hostname ?? '', newest, kind, answered, quotes }
  })

/** A page says that a web site is there, and nothing of a service. */
function isAnswer({ outcome, status, content_type }: Recorded, kind: string | undefined): boolean {
  const isPage =
    (status === 200 || status === 304) && /^(?:text\/html|application\/xhtml)/i.test(content_type ?? '')
  return outcome === 'auth_wall' || (outcome === 'ok' && (kind === 'web' || !isPage))
}

/** The registrations that each host names as its own now, as `eip155:CHAIN:REGISTRY/ID`. */
export function proofsIn(visits: Visits, archive: RecordedArchive): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>()
  for (const [url, seen] of visits) {
    if (!isProof(url)) continue
    const listed = listAt(readJson(archive, seen.at(-1) as Recorded), 'registrations').map((item) => {
      const registry = textAt(item, 'agentRegistry') ?? textAt(item, 'registry') ?? ''
      return `${registry.toLowerCase()}/${at(item, 'agentId')}`
    })
    const whole = listed.filter((text) => /^eip155:\d+:0x[\da-f]{40}\/\d+$/.test(text))
    named.set(new URL(url).hostname, new Set(whole))
  }
  return named
}

const isProof = (url: string): boolean => URL.parse(url)?.pathname === PROOF

/** The JSON of a visit, or null: agents may serve anything. */
export const readJson = (archive: RecordedArchive, { outcome, sha256 }: Recorded): unknown =>
  outcome === 'ok' ? archive.json(sha256) : null

/** Returns the prices of an answer 402: version 2 has them in a header, version 1 in the body. */
function readQuotes(archive: RecordedArchive, visit: Recorded): Price[] {
  if (visit.outcome !== 'ok' || visit.status !== 402) return []
  // A quote after a redirect to another host is not the host's own.
  if (visit.final_url && URL.parse(visit.final_url)?.hostname !== URL.parse(visit.url)?.hostname) return []
  const stated = parsed(Buffer.from(visit.headers?.['payment-required'] ?? '', 'base64').toString())
  return pricesIn(at(stated, 'accepts') === null ? archive.json(visit.sha256) : stated)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
