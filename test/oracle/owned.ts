import { listAt, textAt } from '../kit/json.ts'
import { isPresent, parseGithub, provenDomain } from './claims.ts'
import { walletsHolding } from './held.ts'
import { hostsDeclared } from './hosts_named.ts'
import type { Readings } from './readings.ts'

/** A record, its name, its proven owner, and evidence that it is another agent. */
interface Named {
  record: string
  owner: string
  name: string
  /** Registrations must have a host in common where they name any. */
  hosts: string[] | null
  /** Servers must have no two repositories, folders or names. */
  code: (string | null)[]
}

/** The keys that records share because they have one owner and one name, by record. */
export function ownedKeys(readings: Readings): Map<string, string[]> {
  const named = [...registered(readings), ...serving(readings), ...carded(readings)]
  const groups = Map.groupBy(named, ({ owner, name }) => `owned:${owner}/${plain(name)}`)
  const keys = new Map<string, string[]>()
  for (const [key, group] of groups) {
    const name = key.slice(`owned:${group[0]?.owner}/`.length)
    if ([...name].length < 3 || group.length < 2 || isContradicted(group)) continue
    for (const { record } of group) keys.set(record, [...(keys.get(record) ?? []), key])
  }
  return keys
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')

function isContradicted(group: Named[]): boolean {
  const hosts = group.flatMap((named) =>
    named.hosts && named.hosts.length > 0 ? [new Set(named.hosts)] : [],
  )
  const [first, ...others] = hosts
  if (first && ![...first].some((host) => others.every((other) => other.has(host)))) return true
  return [0, 1, 2].some((at) => new Set(group.flatMap(({ code }) => code[at] ?? [])).size > 1)
}

function registered(readings: Readings): Named[] {
  const holding = walletsHolding(readings)
  return [...readings.registrations.values()].flatMap((registration) => {
    const name = textAt(registration.file?.item, 'name')?.slice(0, 300)
    const hosts = hostsDeclared(registration)
    return [...(holding.get(registration.agent) ?? [])].flatMap((wallet) =>
      name === undefined
        ? []
        : [
            {
              record: `erc8004_identity:${registration.agent}`,
              owner: `wallet/${wallet}`,
              name,
              hosts,
              code: [],
            },
          ],
    )
  })
}

const serving = ({ servers }: Readings): Named[] =>
  [...servers].flatMap(([name, server]) => {
    if (!isPresent(server)) return []
    const [space = '', ...rest] = name.toLowerCase().split('/')
    const own = rest[0] ?? ''
    const domain = provenDomain(name)
    const repository = parseGithub(textAt(server.item, 'server', 'repository', 'url'))
    const subfolder = textAt(server.item, 'server', 'repository', 'subfolder')?.toLowerCase()
    const folder = (subfolder || repository?.folder || '').replace(/^\/+|\/+$/g, '')
    return [
      {
        record: `mcp_registry:${name}`,
        owner:
          domain === null ? `account/github.com/${space.slice('io.github.'.length)}` : `domain/${domain}`,
        name: textAt(server.item, 'server', 'title') ?? name.split('/')[1] ?? '',
        hosts: null,
        code: [repository?.name ?? null, repository && folder !== '' ? folder : null, withoutNumber(own)],
      },
    ]
  })

/** A name without the number behind it, in letters and digits alone. */
const withoutNumber = (name: string): string => name.replace(/\d+$/, '').replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The host that a card names; in version 1 its address is in the first interface. */
const carded = ({ cards }: Readings): Named[] =>
  cards.flatMap(({ host, isServed, item }) => {
    const url = textAt(item, 'url') ?? textAt(listAt(item, 'supportedInterfaces')[0], 'url') ?? ''
    const [, speaksOf = host] = /^https:\/\/([^/:?#@]+)/i.exec(url) ?? []
    const name = textAt(item, 'name')
    return isServed && name !== null && speaksOf === host
      ? [{ record: `a2a_cards:${host}`, owner: `domain/${host}`, name, hosts: null, code: [] }]
      : []
  })
