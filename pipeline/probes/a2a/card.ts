import { isRouteTemplate } from '../../../core/domain/route_template.ts'
import { toList, toText, toTexts } from '../../agents/text.ts'
import { pick } from '../../source/pick.ts'
import { isOnSite } from '../site.ts'

const MAX_SKILLS = 50
const MAX_INTERFACES = 20
const MAX_URL = 2_000
/** Cards before version 0.3 may not say which version they are of; they have the methods of 0.3. */
const OLDEST = '0.3'

/** A JSON-RPC interface that a card names. */
export interface CardInterface {
  url: URL
  /** Version of A2A. */
  version: string
  /** To be sent with each request, or null. */
  tenant: string | null
}

/** True for an agent card of any version: it has a name and an address, and says what the agent can do. */
export function isCard(json: unknown): boolean {
  const [name, url] = [toText(pick(json, 'name'), 300), toText(pick(json, 'url'), MAX_URL)]
  const isAddressed = Boolean(url?.trim()) || Array.isArray(pick(json, 'supportedInterfaces'))
  const capabilities = pick(json, 'capabilities')
  const isCapable = typeof capabilities === 'object' && capabilities !== null && !Array.isArray(capabilities)
  return Boolean(name?.trim()) && isAddressed && (Array.isArray(pick(json, 'skills')) || isCapable)
}

/** Returns the JSON-RPC interfaces of a card, the preferred one first; those of 1.0 before those of 0.3. */
export const listInterfaces = (card: unknown, cardUrl: string): CardInterface[] =>
  [...listNewInterfaces(card), ...listOldInterfaces(card)].flatMap(({ entry, url, binding, version }) => {
    const parsed = isJsonRpc(binding) ? parseInterfaceUrl(url, cardUrl) : null
    return parsed === null
      ? []
      : [{ url: parsed, version, tenant: toText(pick(entry, 'tenant'), 200) || null }]
  })

/** The interface to ask: the first on the card's own host or its registrable domain, or null. */
export const selectInterface = (card: unknown, cardUrl: string): CardInterface | null =>
  listInterfaces(card, cardUrl).find(({ url }) => isOnSite(url, new URL(cardUrl).hostname)) ?? null

/** Version of A2A that a card is written in, or null. */
export const readCardVersion = (card: unknown): string | null =>
  toText(pick(card, 'protocolVersion') ?? pick(card, 'supportedInterfaces', '0', 'protocolVersion'), 50)

/** Returns the parts of a card that are kept, each capped. */
export const readCard = (card: unknown): Record<string, unknown> => ({
  name: toText(pick(card, 'name'), 300),
  description: toText(pick(card, 'description'), 5_000),
  version: toText(pick(card, 'version'), 100),
  url: toText(pick(card, 'url') ?? pick(card, 'supportedInterfaces', '0', 'url'), MAX_URL),
  provider: toText(pick(card, 'provider', 'organization'), 300),
  skills: toList(pick(card, 'skills'), MAX_SKILLS).map((skill) => ({
    id: toText(pick(skill, 'id'), 200),
    name: toText(pick(skill, 'name'), 300),
    description: toText(pick(skill, 'description'), 2_000),
    tags: toTexts(toList(pick(skill, 'tags'), 100), 20, 100),
  })),
})

const listNewInterfaces = (card: unknown) =>
  toList(pick(card, 'supportedInterfaces'), MAX_INTERFACES).map((entry) => ({
    entry,
    url: pick(entry, 'url'),
    binding: pick(entry, 'protocolBinding') ?? pick(entry, 'transport'),
    version: toText(pick(entry, 'protocolVersion'), 50) ?? '1.0',
  }))

/** A card of 0.3 has one address with its transport, JSON-RPC where it does not say, and further ones. */
function listOldInterfaces(card: unknown) {
  const version = toText(pick(card, 'protocolVersion'), 50) ?? OLDEST
  const main = { url: pick(card, 'url'), transport: pick(card, 'preferredTransport') ?? 'JSONRPC' }
  const more = toList(pick(card, 'additionalInterfaces'), MAX_INTERFACES)
  return [main, ...more].map((entry) => ({
    entry: null,
    url: pick(entry, 'url'),
    binding: pick(entry, 'transport'),
    version,
  }))
}

const isJsonRpc = (binding: unknown): boolean =>
  typeof binding === 'string' && /^json-?_?rpc$/i.test(binding.trim())

function parseInterfaceUrl(value: unknown, cardUrl: string): URL | null {
  const text = toText(value, MAX_URL)?.trim() ?? ''
  return text === '' || isRouteTemplate(text) ? null : URL.parse(text, cardUrl)
}
