import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { listAt, textAt } from './json.ts'
import { OFFICIAL, type Reading, type Readings } from './readings.ts'

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

/** A repository on GitHub, all in lower case: `owner`, `owner/name`, and the folder that a `/tree/…` address means. */
export interface Repository {
  owner: string
  name: string
  folder: string
}

/** The repository that an address in any of its forms means, or null when it means none on GitHub. */
export function githubOf(address: string | null): Repository | null {
  const web = (address ?? '')
    .trim()
    .toLowerCase()
    .replace(/^git\+(?=https?:|ssh:)/, '')
    .replace(/^(?:ssh:\/\/)?git@github\.com[:/]/, 'https://github.com/')
  const found = /^(?:https?|git):\/\/(?:www\.)?github\.com\/+([\w.-]+)\/+([\w.-]+)([^?#]*)/.exec(web)
  const [, owner = '', full = '', rest = ''] = found ?? []
  const name = full.replace(/(?:\.git)+$/, '')
  const [view, , ...folder] = rest.split('/').filter((part) => part !== '')
  if (owner === '' || name === '') return null
  return { owner, name: `${owner}/${name}`, folder: view === 'tree' ? folder.join('/') : '' }
}

/** The repository that counts as a server's own: under a proven domain, or under the account in its name. */
export function creditedRepository(name: string, server: Reading): Repository | null {
  const repository = githubOf(textAt(server.item, 'server', 'repository', 'url'))
  if (repository === null) return null
  const [space = ''] = name.toLowerCase().split('/')
  if (!space.startsWith('io.github.')) return repository
  return space.slice('io.github.'.length) === repository.owner ? repository : null
}

/** Whether a server is listed as active. */
export const isPresent = ({ goneOn, item }: Reading): boolean =>
  goneOn === null && textAt(item, ...OFFICIAL, 'status') === 'active'

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
  const subfolder = textAt(item, 'server', 'repository', 'subfolder')?.toLowerCase()
  const folder = subfolder || repository?.folder || ''
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
