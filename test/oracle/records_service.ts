import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { textAt } from '../kit/json.ts'
import { sellers } from './claims_service.ts'
import { copiesIn } from './copies.ts'
import { hostsNamedIn } from './hosts_named.ts'
import { resourceIn } from './readers/bazaar.ts'
import { servicesIn } from './readers/registrations.ts'
import type { Readings } from './readings.ts'
import type { RecordReader } from './records.ts'

/** Returns the data of an ERC-8004 registration, by `eip155:8453/ID`. */
export function registrationRecord(readings: Readings, { chains }: Pick<Catalog, 'chains'>): RecordReader {
  const hostsNamed = hostsNamedIn(readings)
  const copies = copiesIn(readings)
  return (agent) => {
    const registration = readings.registrations.get(agent)
    if (registration === undefined) return null
    const { chain, id, registry, file } = registration
    const site = chains.find((known) => known.id === chain)?.explorer
    // A registration without a page links to the source that it was read from.
    const page = site === undefined ? null : `${site}/token/${registry}?a=${id}`
    const pages = servicesIn(file?.item).filter(
      ({ kind, endpoint }) =>
        kind === 'web' && /^https:\/\/[^/:?#@]+\.[^/:?#@]+(?::443)?(?:[/?#]|$)/i.test(endpoint),
    )
    const copy = copies.get(agent)
    return {
      category: 'service',
      source: 'erc8004_identity',
      key: `erc8004-${chain.split(':')[1]}-${id}`,
      name: readTrimmed(file?.item, 'name') ?? `ERC-8004 agent ${id}`,
      description: textAt(file?.item, 'description'),
      website: least(pages.map(({ endpoint }) => endpoint)),
      url: page ?? registration.events[0]?.response.url ?? '',
      isProven: [...hostsNamed(registration).values()].some(({ isProven }) => isProven),
      copyOf: copy?.original ?? null,
      departed: copy ? { on: copy.since, reason: repeats(copy.original) } : null,
      knownOn:
        registration.events
          .filter(({ kind }) => kind === 'registered')
          .map(({ response }) => response.date)
          .sort()[0] ?? null,
    }
  }
}

const repeats = (original: string): string =>
  `repeats the name and description of erc8004-${original.replace(/^eip155:(\d+)\//, '$1-')}, which had them first`

/** Returns the data of a host's listings in the Bazaar, former ones included. */
export function sellerRecord(readings: Readings): RecordReader {
  const byHost = sellers(readings)
  return (host) => {
    const listed = byHost.get(host)
    if (listed === undefined) return null
    // Current listings come before former ones.
    const gonePlace = ({ goneOn }: (typeof listed)[number]['listing']): string =>
      goneOn === null ? '0' : '1'
    const inOrder = listed
      .toSorted((a, b) => (gonePlace(a.listing) + a.key < gonePlace(b.listing) + b.key ? -1 : 1))
      .map(({ listing }) => listing)
    const gone = listed.flatMap(({ listing }) => listing.goneOn ?? [])
    const described = listed
      .map(({ key, listing }) => ({
        place: `${gonePlace(listing)} ${resourceIn(key)} ${key}`,
        text: readDescription(listing.item),
      }))
      .filter(({ text }) => text?.trim())
      .sort((a, b) => (a.place < b.place ? -1 : 1))
    const reason = 'no longer listed in the x402 Bazaar'
    return {
      category: 'service',
      source: 'x402_bazaar',
      key: host,
      name: least(listed.flatMap(({ listing }) => readTrimmed(listing.item, 'serviceName') ?? [])) ?? host,
      description: described[0]?.text ?? null,
      website: `https://${host}/`,
      url: inOrder[0]?.response.url ?? '',
      departed: gone.length < listed.length ? null : { on: gone.sort().at(-1) ?? '', reason },
    }
  }
}

/** Returns the data of a host's card. */
export function cardRecord({ cards }: Readings): RecordReader {
  const byHost = new Map(cards.filter(({ isServed }) => isServed).map((card) => [card.host, card]))
  return (host) => {
    const card = byHost.get(host)
    if (card === undefined) return null
    return {
      category: 'service',
      source: 'a2a_cards',
      key: host,
      name: readTrimmed(card.item, 'name') ?? host,
      description: textAt(card.item, 'description'),
      website: `https://${host}/`,
      url: card.response.url,
    }
  }
}

/** In version 1 the description stands with each way to pay. */
const readDescription = (item: unknown): string | null =>
  textAt(item, 'description') ?? textAt(item, 'accepts', '0', 'description')

/** A text that says something, or null. */
const readTrimmed = (item: unknown, field: string): string | null => textAt(item, field)?.trim() || null

const least = (texts: string[]): string | null => texts.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null
