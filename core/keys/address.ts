import type { AgentKey } from './key.ts'

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i
/** A host: a name with a dot, which is no number with a decimal point, or an IP address. */
const HOST = /^(?:[a-z0-9_-]+\.)+(?:[a-z][a-z0-9-]*|\d{1,3})$|^\[[0-9a-f:.]+\]$/
const DEFAULT_PORTS = /:(?:443|80)$/

/** Reads a URL or a host: the address itself, then its host, in every spelling of both. */
export function readAddress(text: string): AgentKey[] {
  const url = URL.parse(`https://${text.trim().replace(SCHEME, '')}`)
  if (url === null || !isHost(url.hostname)) return []
  const host = withoutDot(url.hostname)
  const path = url.pathname.toLowerCase().replace(/\/+$/, '')
  const base = host + (url.port === '' ? '' : `:${url.port}`).replace(DEFAULT_PORTS, '')
  const query = url.search.toLowerCase()
  const addresses = [...(query === '' ? [] : [base + path + query]), base + path]
  return [
    ...addresses.map((value): AgentKey => ({ kind: 'address', value })),
    ...(path === '' ? [`${toggleWww(base)}`] : []).map((value): AgentKey => ({ kind: 'address', value })),
    ...[host, toggleWww(host)].map((value): AgentKey => ({ kind: 'host', value })),
  ]
}

const isHost = (host: string): boolean => HOST.test(withoutDot(host))

const withoutDot = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/** The same host with `www.` in front, or without. */
const toggleWww = (host: string): string => (host.startsWith('www.') ? host.slice(4) : `www.${host}`)
