import type { AgentKey } from './key.ts'
import { parseKeys } from './parse_keys.ts'

/** The key of an owner in its one spelling: `github:acme`, `domain:acme.example`, `wallet:0x…`. */
export const OWNER =
  /^(?:github:[a-z\d][a-z\d._-]{0,63}|domain:[a-z\d][a-z\d._-]{0,179}|wallet:(?:0x[\da-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}))$/

const NAMED = /^(github|domain|wallet|registry):(.+)$/i
/** Namespaces of the MCP registry that stand for an account. */
const OF_ACCOUNT = 'io.github.'

/**
 * Returns the keys of owners that a text may mean, in their one spelling: `github.com/acme`, a URL, a wallet with its chain,
 * or a namespace of the MCP registry, which is proven by an account or a domain and is the same owner.
 */
export function readOwnerKeys(text: string): string[] {
  const [, kind = '', rest = ''] = NAMED.exec(text.trim()) ?? []
  const keys = parseKeys(toKeyText(kind.toLowerCase(), rest) ?? text).keys
  return [...new Set(keys.flatMap(toOwners))].filter((owner) => OWNER.test(owner))
}

function toKeyText(kind: string, rest: string): string | null {
  if (kind === 'github' && !rest.includes('/')) return `github.com/${rest}`
  if (kind === 'registry') return `mcp:${rest.split('/')[0]}/any`
  return kind === '' ? null : rest
}

function toOwners({ kind, value }: AgentKey): string[] {
  switch (kind) {
    case 'account':
    case 'repository': {
      const [host, account] = value.split('/')
      return host === 'github.com' ? [`github:${account}`] : []
    }
    case 'registry_name':
      return [readNamespace(value.split('/')[0] ?? '')]
    case 'wallet':
      return [`wallet:${value}`]
    case 'host':
      return [`domain:${value}`]
    default:
      return []
  }
}

const readNamespace = (space: string): string =>
  space.startsWith(OF_ACCOUNT)
    ? `github:${space.slice(OF_ACCOUNT.length)}`
    : `domain:${space.split('.').reverse().join('.')}`
