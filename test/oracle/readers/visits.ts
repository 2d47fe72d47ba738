import { at, listAt, textAt } from '../../kit/json.ts'
import type { ProbeRead } from '../past.ts'
import type { Recorded, RecordedArchive } from '../recorded.ts'
import { type DatedPrice, type Price, pricesIn } from './bazaar.ts'

/** A host that was asked for its card: whether it ever served one, and the card as it was served last. */
export interface Card {
  host: string
  item: unknown
  /** Of the newest probe that brought a card, else of the newest of all. */
  response: Recorded
  isServed: boolean
  /** Of the newest probe in which the card's interface spoke, or was behind a gate. */
  alive: Recorded | null
  firstOn: string
  /** The date on which it was asked last. */
  askedOn: string
}

/** An address that was probed: the newest probe, and the newest that showed a sign of life. */
export interface Probe {
  url: string
  host: string
  newest: Recorded
  /** The date of the newest probe. */
  probedOn: string
  /** As what it was probed last, such as `web` or `mcp`. */
  kind: string
  answered: Recorded | null
  /** The prices that its newest answer quotes, and the date since when. */
  quotes: DatedPrice[]
}

const ALIVE = ['answers', 'gated', 'answers_before_payment']
const CARD = '/.well-known/agent-card.json'

/** The card of each host that was asked for one. */
export function cardsIn(probes: ProbeRead[], archive: RecordedArchive): Card[] {
  const asked = probes.filter(
    ({ url, host, kind, outcome }) => kind === 'a2a' && isProbed(outcome) && url === `https://${host}${CARD}`,
  )
  return [...Map.groupBy(asked, ({ host }) => host)].flatMap(([host, reads]) => {
    const answers = reads.flatMap((read) => {
      const response = findResponse(archive, read)
      return response === undefined ? [] : [{ read, response, item: readCard(archive, read, response) }]
    })
    const served = answers.findLast(({ item }) => item !== null)
    const response = served?.response ?? answers.at(-1)?.response
    if (response === undefined) return []
    const alive = answers.findLast(({ read, item }) => item !== null && ALIVE.includes(read.outcome))
    return [
      {
        ...{ host, item: served?.item ?? null, response, isServed: served !== undefined },
        ...{ alive: alive?.response ?? null, firstOn: reads[0]?.observed_on ?? '' },
        askedOn: reads.at(-1)?.observed_on ?? '',
      },
    ]
  })
}

/** Returns the card that a probe read, or null. */
function readCard(archive: RecordedArchive, { outcome }: ProbeRead, { status, sha256 }: Recorded): unknown {
  if (status !== 200 || ![...ALIVE, 'card_only'].includes(outcome)) return null
  const card = archive.json(sha256)
  return textAt(card, 'name')?.trim() ? card : null
}

/** Returns the probes of each address, proofs of registration apart, from the results that the run recorded. */
export function probesIn(probes: ProbeRead[], archive: RecordedArchive): Probe[] {
  const seen = probes.filter(
    ({ kind, outcome }) => isProbed(outcome) && kind !== 'proof' && kind !== 'manifest',
  )
  return [...Map.groupBy(seen, ({ url }) => url)].flatMap(([url, reads]) => {
    const dated = reads.flatMap((read) => {
      const response = findResponse(archive, read)
      return response === undefined ? [] : [{ read, response, quotes: readQuotes(archive, read, response) }]
    })
    const newest = dated.at(-1)
    if (newest === undefined) return []
    const answered = dated.findLast(({ read }) => ALIVE.includes(read.outcome))
    // A probe without an answer takes no quote back.
    const heard = dated.findLast(({ read, quotes }) => read.outcome === 'answers' && quotes !== null)
    const quotes = (heard?.quotes ?? []).map((quote) => {
      const first = dated.find((probe) => probe.quotes?.some(({ payTo }) => payTo === quote.payTo))
      return { ...quote, since: first?.read.observed_on ?? newest.read.observed_on }
    })
    return [
      {
        ...{ url, host: newest.read.host, newest: newest.response, probedOn: newest.read.observed_on },
        ...{ kind: newest.read.kind, answered: answered?.response ?? null, quotes },
      },
    ]
  })
}

const isProbed = (outcome: string): boolean => outcome !== 'not_probed'

const findResponse = (archive: RecordedArchive, read: ProbeRead): Recorded | undefined =>
  archive.find({ url: read.source_url, sha256: read.response_sha256, retrieved_at: read.observed_at })

/** The registrations that each host names as its own now, as `eip155:CHAIN:REGISTRY/ID`. */
export function proofsIn(probes: ProbeRead[], archive: RecordedArchive): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>()
  for (const read of probes) {
    if (read.kind !== 'proof' || !isProbed(read.outcome)) continue
    const response = read.outcome === 'answers' ? findResponse(archive, read) : undefined
    const json = response === undefined ? null : archive.json(response.sha256)
    const listed = listAt(json, 'registrations').map((item) => {
      const registry = textAt(item, 'agentRegistry') ?? textAt(item, 'registry') ?? ''
      return `${registry.toLowerCase()}/${at(item, 'agentId')}`
    })
    const whole = listed.filter((text) => /^eip155:\d+:0x[\da-f]{40}\/\d+$/.test(text))
    named.set(read.host, new Set(whole))
  }
  return named
}

/** The JSON of a visit, or null: agents may serve anything. */
export const readJson = (archive: RecordedArchive, { outcome, sha256 }: Recorded): unknown =>
  outcome === 'ok' ? archive.json(sha256) : null

/** Returns the prices of an answer 402: version 2 has them in a header, version 1 in the body; null of another host. */
function readQuotes(
  archive: RecordedArchive,
  { url, outcome }: ProbeRead,
  response: Recorded,
): Price[] | null {
  // A quote after a redirect to another host is not the host's own.
  if (response.final_url && URL.parse(response.final_url)?.hostname !== URL.parse(url)?.hostname) return null
  if (outcome !== 'answers' || response.status !== 402) return []
  const stated = pricesIn(
    parsed(Buffer.from(response.headers?.['payment-required'] ?? '', 'base64').toString()),
  )
  return stated.length > 0 ? stated : pricesIn(archive.json(response.sha256))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
