import { SHARED_HOSTS } from '../../pipeline/agents/shared_hosts.ts'
import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { at, listAt, textAt } from '../kit/json.ts'
import { serviceClaims } from './claims_service.ts'
import { ownedKeys } from './owned.ts'
import { OFFICIAL } from './readers/mcp_registry.ts'
import type { Reading } from './readers/reading.ts'
import type { Readings } from './readings.ts'
import { isTemplate } from './templates.ts'
import { listedAgain } from './tokens_again.ts'

/** A key that a record claims. A strong one is meant to name one agent, a weak one only who is behind it. */
export interface Claim {
  key: string
  isStrong: boolean
}

/** Every record of a world with the keys it claims, and the strong keys that name nobody. */
export interface Claims {
  byRecord: Map<string, Claim[]>
  /** The records that are still there. */
  present: Set<string>
  ambiguous: Set<string>
}

/** A repository on GitHub, all in lower case: `owner`, `owner/name`, and the folder that a `/tree/…` address means. */
export interface Repository {
  owner: string
  name: string
  folder: string
}

/** The repository that an address in any of its forms means, or null when it means none on GitHub. */
export function parseGithub(address: string | null): Repository | null {
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

/**
 * The repository that counts as a server's own, by the name that GitHub answers with: an account of the server has it.
 * That an account changes hands is not worked out here: in what is traced none does.
 */
export function creditedRepository(
  name: string,
  server: Reading,
  { repositories }: Pick<Readings, 'repositories'>,
  developers: Catalog['developers'] = [],
): Repository | null {
  const named = parseGithub(textAt(server.item, 'server', 'repository', 'url'))
  if (named === null) return null
  const answer = repositories.get(named.name)
  if (answer && answer.response.date < server.firstOn) return null
  const full = textAt(answer?.item, 'full_name')?.toLowerCase() ?? named.name
  const repository = { ...named, name: full, owner: full.split('/')[0] ?? '' }
  return accountsProven(name, developers).includes(repository.owner) ? repository : null
}

/** The accounts that a server is of: the one that signed in, or those of the organisation whose very domain it is under. */
function accountsProven(name: string, developers: Catalog['developers']): string[] {
  const domain = provenDomain(name)
  if (domain === null) return [name.toLowerCase().slice('io.github.'.length).split('/')[0] ?? '']
  return developers
    .filter(({ website }) => URL.parse(website)?.hostname.replace(/^www\./, '') === domain)
    .flatMap(({ github }) => github.map((account) => account.toLowerCase()))
}

/** Finds a GitHub repository by its current name. */
export const repositoryNamed = (
  { repositories }: Pick<Readings, 'repositories'>,
  name: string,
): Reading | undefined =>
  repositories.get(name) ??
  [...repositories.values()].find(
    (repository) => textAt(repository?.item, 'full_name')?.toLowerCase() === name,
  ) ??
  undefined

/** The domain that a server's name is under, which the registry makes its publisher prove; null under an account. */
export function provenDomain(name: string): string | null {
  const [space = ''] = name.toLowerCase().split('/')
  return space.startsWith('io.github.') ? null : space.split('.').reverse().join('.')
}

/** True if a server is listed as active. */
export const isPresent = ({ goneOn, item }: Reading): boolean =>
  goneOn === null && textAt(item, ...OFFICIAL, 'status') === 'active'

/** Returns the claims of all records. A strong key that two present records of one source claim identifies neither. */
export function collectClaims(readings: Readings, catalog: Catalog): Claims {
  const all = [...serverClaims(readings, catalog), ...tokenClaims(readings), ...catalogClaims(catalog)]
  const owned = ownedKeys(readings)
  const claimed = [...all, ...serviceClaims(readings)].map((claim) => ({
    ...claim,
    claims: [...claim.claims, ...(owned.get(claim.record) ?? []).map((key) => ({ key, isStrong: true }))],
  }))
  const present = new Set(claimed.flatMap(({ record, isThere }) => (isThere ? [record] : [])))
  const holders = new Map<string, number>()
  for (const { record, claims, isThere } of claimed) {
    const [source] = record.split(':')
    // Nobody else can claim a key that names its proved owner: its holders are one by it.
    for (const { key, isStrong } of isThere ? claims : [])
      if (isStrong && !key.startsWith('owned:'))
        holders.set(`${source} ${key}`, (holders.get(`${source} ${key}`) ?? 0) + 1)
  }
  const shared = [...holders].filter(([, count]) => count > 1)
  return {
    byRecord: new Map(claimed.map(({ record, claims }) => [record, claims])),
    present,
    ambiguous: new Set(shared.map(([held]) => held.slice(held.indexOf(' ') + 1))),
  }
}

/** The claims of one record, and whether it is still present. */
export interface Claimed {
  record: string
  isThere: boolean
  claims: Claim[]
}

/** Each key once; one that is claimed both ways is strong. */
export const claimedAs = (strong: string[], weak: string[]): Claim[] => [
  ...[...new Set(strong)].map((key) => ({ key, isStrong: true })),
  ...[...new Set(weak)].filter((key) => !strong.includes(key)).map((key) => ({ key, isStrong: false })),
]

const catalogClaims = ({ families, developers }: Catalog): Claimed[] => [
  ...families.map(({ id, organization }) => ({
    record: `catalog:family/${id}`,
    isThere: true,
    claims: claimedAs([`family:${id}`], organization === null ? [] : [`organization:${organization}`]),
  })),
  ...developers.map(({ id, github, same_as = [] }) => ({
    record: `catalog:developer/${id}`,
    isThere: true,
    claims: claimedAs(
      [`developer:${id}`, ...same_as],
      [`organization:${id}`, ...github.map((account) => `account:github.com/${account.toLowerCase()}`)],
    ),
  })),
]

function tokenClaims({ tokens }: Readings): Claimed[] {
  const again = listedAgain(tokens.listed)
  return [...tokens.listed].map(([id, { goneOn }]) => ({
    record: `coingecko_ai_agents:${id}`,
    isThere: goneOn === null && !again.has(id),
    claims: claimedAs([`token:coingecko/${id}`], []),
  }))
}

const serverClaims = (readings: Readings, { developers }: Catalog): Claimed[] =>
  [...readings.servers].map(([name, server]) => {
    const { item } = server
    const repository = creditedRepository(name, server, readings, developers)
    const domain = provenDomain(name)
    const subfolder = textAt(item, 'server', 'repository', 'subfolder')?.toLowerCase()
    const folder = (subfolder || repository?.folder || '').replace(/^\/+|\/+$/g, '')
    const strong = [
      `mcp:${name.toLowerCase()}`,
      ...(repository ? [`repository:github.com/${repository.name}#${folder}`] : []),
      ...listPackages(server).map((key) => `package:${key}`),
      ...listAt(item, 'server', 'remotes').flatMap((item) => {
        const url = textAt(item, 'url') ?? ''
        const isOwn = isOnDomain(url, isPresent(server) ? domain : null) && !isTemplate(url)
        return isOwn ? [`endpoint:${url}`] : []
      }),
    ]
    const accounts = accountsProven(name, developers).map((account) => `account:github.com/${account}`)
    const weak = [...accounts, ...(domain === null ? [] : [`domain:${domain}`])]
    return { record: `mcp_registry:${name}`, isThere: isPresent(server), claims: claimedAs(strong, weak) }
  })

/** True if an address is on a proven domain or below it, unless anyone can have a page there. */
function isOnDomain(url: string, domain: string | null): boolean {
  const host = /^https:\/\/([^/:?#@{]+)(?:[:/?#]|$)/i.exec(url)?.[1]?.toLowerCase()
  return (
    host !== undefined && domain !== null && !SHARED_HOSTS.has(domain) && `.${host}`.endsWith(`.${domain}`)
  )
}

/** The packages that a server lists, each by `registry/name` without the version that some carry in their name. */
export const listPackages = ({ item }: Reading): string[] => {
  const named = listAt(item, 'server', 'packages').flatMap((item) => {
    const identifier = textAt(item, 'identifier')
    const registry = textAt(item, 'registryType')?.toLowerCase()
    const place = packagePrefix(registry ?? '', identifier ?? '', at(item, 'registryBaseUrl'))
    if (!identifier || !registry || place === null) return []
    const bare =
      registry === 'pypi'
        ? identifier.replace(/==.*$/, '')
        : registry === 'npm'
          ? identifier
          : identifier.replace(/(?:@sha256)?:[^/]*$/, '')
    return [packageKey(`${registry}/${place}${bare.replace(/(.)@[^/@]*$/, '$1')}`)]
  })
  return [...new Set(named)]
}

/** The public registry of each kind, as servers name it; a name in any other means another package. */
const PUBLIC: Record<string, RegExp> = {
  npm: /^(?:https?:\/\/)?(?:registry\.npmjs\.org|(?:www\.)?npmjs\.com)\/?$/i,
  pypi: /^(?:https?:\/\/)?pypi\.(?:org|python\.org)\/?(?:(?:simple|pypi)\/?)?$/i,
  nuget: /^(?:https?:\/\/)?(?:api\.|www\.)?nuget\.org\/?(?:v3(?:\/index\.json)?\/?)?$/i,
  oci: /^(?:https?:\/\/)?(?:docker\.io|index\.docker\.io|registry-1\.docker\.io|hub\.docker\.com)\/?$/i,
}

/** Returns the prefix of a package's name for its registry; null if the registry is unknown. */
function packagePrefix(registry: string, identifier: string, address: unknown): string | null {
  // A file is named by its whole address.
  if (address === null || address === '' || /^https?:/i.test(identifier)) return ''
  if (typeof address !== 'string') return null
  if (PUBLIC[registry]?.test(address)) return ''
  const [, host] = /^(?:https?:\/\/)?([a-z\d.-]+)\/?$/i.exec(address) ?? []
  if (registry !== 'oci' || host === undefined) return null
  const named = /^([^/]*[.:][^/]*)\//.exec(identifier)?.[1]
  if (named === undefined) return `${host}/`
  return named.toLowerCase() === host.toLowerCase() ? '' : null
}

/** A package's `registry/name` with one spelling for what its registry takes to be the same name: npm minds the case. */
export const packageKey = (key: string): string => {
  if (key.startsWith('npm/')) return key
  return key.startsWith('pypi/') ? key.toLowerCase().replace(/[-_.]+/g, '-') : key.toLowerCase()
}
