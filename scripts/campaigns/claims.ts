import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { listAt, textAt } from './json.ts'
import type { Reading, Readings } from './readings.ts'

/** A key that a record claims. A strong one is meant to name one agent, a weak one only who is behind it. */
export interface Claim {
  key: string
  isStrong: boolean
}

/** Every record of a world with the keys it claims, and the strong keys that name nobody. */
export interface Claims {
  byRecord: Map<string, Claim[]>
  ambiguous: Set<string>
}

/** `owner` and `owner/name` in lower case of a GitHub address in any of its forms, or null. */
export function githubOf(address: string | null): { owner: string; name: string } | null {
  const web = (address ?? '')
    .replace(/^git\+/i, '')
    .replace(/^(?:ssh:\/\/)?git@github\.com[:/]/i, 'https://github.com/')
  const [, owner = '', name = ''] =
    /^https?:\/\/(?:www\.)?github\.com\/([\w.-]+)\/([\w.-]+)/i.exec(web.toLowerCase()) ?? []
  const short = name.replace(/\.git$/, '')
  return owner === '' || short === '' ? null : { owner, name: `${owner}/${short}` }
}

/** The repository that counts as a server's own: under a proven domain, or under the account in its name. */
export function creditedRepository(name: string, server: Reading): { owner: string; name: string } | null {
  const repository = githubOf(textAt(server.item, 'server', 'repository', 'url'))
  if (repository === null) return null
  const [space = ''] = name.toLowerCase().split('/')
  if (!space.startsWith('io.github.')) return repository
  return space.slice('io.github.'.length) === repository.owner ? repository : null
}

/** Whether a server is listed as active. */
export const isPresent = (server: Reading): boolean => server.goneOn === null && server.inactiveOn === null

/** What every server and every line of the catalogue claims. */
export function claimsOf({ servers }: Readings, { families, developers }: Catalog): Claims {
  const byRecord = new Map<string, Claim[]>()
  const holders = new Map<string, number>()
  for (const [name, server] of servers) {
    const claims = serverClaims(name, server)
    byRecord.set(`mcp_registry:${name}`, claims)
    if (!isPresent(server)) continue
    for (const { key, isStrong } of claims) if (isStrong) holders.set(key, (holders.get(key) ?? 0) + 1)
  }
  for (const { id, organization } of families)
    byRecord.set(`catalog:family/${id}`, [
      { key: `family:${id}`, isStrong: true },
      ...(organization === null ? [] : [{ key: `organization:${organization}`, isStrong: false }]),
    ])
  for (const { id, github, same_as = [] } of developers)
    byRecord.set(`catalog:developer/${id}`, [
      ...[`developer:${id}`, ...same_as].map((key) => ({ key, isStrong: true })),
      ...[
        `organization:${id}`,
        ...github.map((account) => `account:github.com/${account.toLowerCase()}`),
      ].map((key) => ({ key, isStrong: false })),
    ])
  const ambiguous = new Set([...holders].filter(([, count]) => count > 1).map(([key]) => key))
  return { byRecord, ambiguous }
}

function serverClaims(name: string, server: Reading): Claim[] {
  const { item } = server
  const [space = ''] = name.toLowerCase().split('/')
  const repository = creditedRepository(name, server)
  const folder = (textAt(item, 'server', 'repository', 'subfolder') ?? '').toLowerCase()
  const strong = [
    `mcp:${name.toLowerCase()}`,
    ...(repository ? [`repository:github.com/${repository.name}#${folder.replace(/^\/+|\/+$/g, '')}`] : []),
    ...listAt(item, 'server', 'packages').flatMap((one) => packageKey(one) ?? []),
    ...listAt(item, 'server', 'remotes').flatMap((one) => {
      const url = textAt(one, 'url') ?? ''
      return /^https:\/\/[^/{]+\.[^/{]+/.test(url) ? [`endpoint:${url}`] : []
    }),
  ]
  const weak = [
    ...(repository ? [`account:github.com/${repository.owner}`] : []),
    space.startsWith('io.github.')
      ? `account:github.com/${space.slice('io.github.'.length)}`
      : `domain:${space.split('.').reverse().join('.')}`,
  ]
  return [
    ...[...new Set(strong)].map((key) => ({ key, isStrong: true })),
    ...[...new Set(weak)].map((key) => ({ key, isStrong: false })),
  ]
}

/** A package without the version that images carry in their name. */
function packageKey(one: unknown): string | null {
  const identifier = textAt(one, 'identifier')?.toLowerCase()
  const registry = textAt(one, 'registryType')?.toLowerCase()
  if (!identifier || !registry) return null
  return `package:${registry}/${identifier.replace(/(?:@sha256)?:[^/]*$/, '')}`
}
