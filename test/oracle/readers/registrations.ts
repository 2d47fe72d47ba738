import { at, textAt } from '../../kit/json.ts'
import type { FileRead } from '../past.ts'
import type { Recorded, RecordedArchive } from '../recorded.ts'
import { fileInAddress } from './inline.ts'
import { ipfsFile } from './ipfs.ts'
import type { IdentityEvent } from './registries.ts'
import { readJson } from './visits.ts'

/** An ERC-8004 agent as the events leave it, and its file as it was last read whole. */
export interface Registration {
  /** `eip155:8453/ID`. */
  agent: string
  chain: string
  id: string
  registry: string
  owner: string
  /** The wallet that signed for it, or ''. */
  signer: string
  /** The events that stand, in the order of the chain. */
  events: IdentityEvent[]
  file: RegistrationFile | null
}

/** A registration file as it was last read whole. */
export interface RegistrationFile {
  item: unknown
  response: Recorded
  /** Name and description in lower case, or '' where it says neither; and the day on which they were first read. */
  text: string
  readOn: string
}

/** The agents whose registration stands. */
export function registrationsIn(
  events: IdentityEvent[],
  files: FileRead[],
  archive: RecordedArchive,
): Map<string, Registration> {
  const filesByAgent = Map.groupBy(files, (file) => file.agent)
  const byAgent = Map.groupBy(events, (event) => event.agent)
  const registrations = [...byAgent].flatMap(([agent, all]): [string, Registration][] => {
    const standing = all.filter(({ readAgainOn }) => readAgainOn === null).sort(byPlace)
    const [registered] = standing.filter(({ kind }) => kind === 'registered')
    if (registered === undefined) return []
    const owner =
      standing.findLast(({ kind }) => kind === 'registered' || kind === 'transferred')?.account ?? ''
    const file = newestFile(filesByAgent.get(agent) ?? [], all, archive)
    const id = agent.slice(agent.indexOf('/') + 1)
    const { chain, registry } = registered
    const signer = signerIn(standing)
    return [[agent, { agent, chain, id, registry, owner, signer, events: standing, file }]]
  })
  return new Map(registrations)
}

/** The wallet that was set last, where that was not in a registration, which names its sender without asking it. */
function signerIn(events: IdentityEvent[]): string {
  const last = events.findLast(({ kind }) => kind === 'wallet_set')
  const isOfRegistration = events.some(
    ({ kind, transaction }) => kind === 'registered' && transaction === last?.transaction,
  )
  return last && !isOfRegistration ? last.account : ''
}

const byPlace = (a: IdentityEvent, b: IdentityEvent): number => a.block - b.block || a.index - b.index

/** The history has the time at which each agent's file was requested; the file itself is read from the archive. */
function newestFile(
  reads: FileRead[],
  events: IdentityEvent[],
  archive: RecordedArchive,
): RegistrationFile | null {
  const files = reads.flatMap(({ source_url, observed_at, observed_on, response_sha256 }) => {
    const response = archive.find({ url: source_url, sha256: response_sha256, retrieved_at: observed_at })
    if (response === undefined) return []
    const isEvent = response.source === 'erc8004_identity'
    const item = isEvent ? inEvent(events, response) : findRequestedFile(events, response, archive)
    const isFile = typeof item === 'object' && item !== null && !Array.isArray(item)
    return isFile ? [{ item, response, text: textIn(item), readOn: observed_on }] : []
  })
  const newest = files.at(-1)
  const first = files.find(({ text }) => text === newest?.text)
  return newest && first ? { ...newest, readOn: first.readOn } : null
}

function textIn(file: unknown): string {
  const plain = (field: string, most: number): string =>
    (textAt(file, field) ?? '')
      .slice(0, most)
      .toWellFormed()
      .toLowerCase()
      .replace(/^ +| +$/g, '')
  const [name, description] = [plain('name', 300), plain('description', 5_000)]
  return name + description === '' ? '' : `${name}\n${description}`
}

/** A file in its own address stands in the event itself. */
function inEvent(events: IdentityEvent[], response: Recorded): unknown {
  const told = events.findLast((event) => event.response === response && event.uri !== null)
  return fileInAddress(told?.uri ?? '')
}

/** A file that was asked for counts for an agent where one of its events names it. */
function findRequestedFile(events: IdentityEvent[], response: Recorded, archive: RecordedArchive): unknown {
  const uris = events.flatMap(({ uri }) => (uri === null ? [] : [uri.trim()]))
  if (uris.includes(response.url)) return readJson(archive, response)
  const atIpfs = uris.filter((uri) => !/^(data:|\{)/i.test(uri))
  return atIpfs.map((uri) => ipfsFile(uri, response, archive)).find((file) => file !== null) ?? null
}

/** A service as a file declares it: its kind in lower case, and its address. */
export interface Declared {
  kind: string
  endpoint: string
}

/** The services in any of the shapes that files have: a list under either name, or addresses by name. */
export function servicesIn(file: unknown): Declared[] {
  return entriesIn(file).flatMap((entry) => {
    const endpoint = placeIn(entry) ?? textAt(entry)
    const kind = textAt(at(entry, 'name') ?? at(entry, 'type'))
    return endpoint === null && kind === null
      ? []
      : [{ kind: (kind ?? '').trim().toLowerCase(), endpoint: endpoint ?? '' }]
  })
}

function entriesIn(file: unknown): unknown[] {
  const listed = ['services', 'endpoints'].flatMap((name) => listEntries(at(file, name)).slice(0, 50))
  return listed.slice(0, 50)
}

/** A list, one entry with its URL and name, or entries by name. */
function listEntries(said: unknown): unknown[] {
  if (Array.isArray(said)) return said
  if (typeof said === 'string') return said === '' ? [] : [said]
  if (typeof said !== 'object' || said === null) return []
  const isEntry = placeIn(said) !== null && textAt(at(said, 'name') ?? at(said, 'type')) !== null
  if (isEntry) return [said]
  return Object.entries(said).flatMap(([name, entry]) =>
    [entry]
      .flat()
      .map((service) => (typeof service === 'object' ? { name, ...service } : { name, endpoint: service })),
  )
}

/** The address in an entry, under whichever of its names; an empty one is none. */
const placeIn = (entry: unknown): string | null =>
  ['endpoint', 'url', 'uri', 'serviceEndpoint', 'service_endpoint', 'endpointUrl', 'endpoint_url']
    .map((name) => [at(entry, name)].flat()[0])
    .map((place) => textAt(place) ?? textAt(at(place, 'url') ?? at(place, 'endpoint')))
    .find((place) => place !== null && place !== '') ?? null

/** Number of the four parts of a registration that are filled in. */
export function filledIn(file: unknown): number {
  const trust = ['supportedTrust', 'supportedTrusts', 'supported_trust', 'supported_trusts'].flatMap((name) =>
    [at(file, name) ?? []].flat(),
  )
  return [
    (textAt(file, 'name') ?? '').slice(0, 300).replace(/^ +| +$/g, '') !== '',
    [...(textAt(file, 'description') ?? '').slice(0, 5_000).replace(/^ +| +$/g, '')].length >= 40,
    servicesIn(file).length > 0,
    trust.some((item) => textAt(at(item, 'name') ?? at(item, 'id') ?? item)?.trim()),
  ].filter(Boolean).length
}
