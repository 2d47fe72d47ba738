import type { AgentRecord } from '../../../core/views/agent_record.ts'

type Spell = (text: string) => string[]

const bare = (url: string): string => url.replace(/^https?:\/\//, '')

const host: Spell = (name) => [
  ...[name, name.toUpperCase(), `${name}.`, `${name}:443`, `https://${name}`, `http://${name}/`, `//${name}`],
  ...[`https://user@${name}/`, `wss://${name}/`, `domain:${name}`],
]

const address: Spell = (url) => {
  const [origin = '', ...rest] = bare(url).split('/')
  const path = rest.join('/').replace(/\/+$/, '')
  return [
    ...[url, bare(url), `${url}/`.replace(/\/+$/, '/'), `http://${bare(url)}`, `<${url}>`, ` ${url} `],
    ...[`https://${origin.toUpperCase()}/${path}`, `${url}#part`, `endpoint:${url}`],
  ]
}

const repository: Spell = (url) => {
  const [name = '', folder] = bare(url)
    .replace(/^github\.com\//, '')
    .split('#')
  if (!bare(url).startsWith('github.com/') || folder !== undefined) return [url, `repository:${bare(url)}`]
  return [
    ...[`https://github.com/${name}`, `https://github.com/${name}.git`, `git+https://github.com/${name}.git`],
    ...[`git@github.com:${name}.git`, `ssh://git@github.com/${name}`, `github.com/${name}`, `github:${name}`],
    ...[name, name.toUpperCase(), `https://www.github.com/${name}/`, `https://github.com/${name}/issues`],
    `repository:github.com/${name}`,
  ]
}

const registration: Spell = (key) => {
  const [, chain = '', id = ''] = /^(?:eip155:|erc8004-)(\d+)[/-](\d+)$/.exec(key) ?? []
  return [
    ...[
      `eip155:${chain}/${id}`,
      `${chain}:${id}`,
      `${chain}/${id}`,
      `erc8004-${chain}-${id}`,
      `erc8004:${chain}:${id}`,
    ],
    ...[`erc8004:eip155:${chain}/${id}`, `ERC-8004:${chain}:${id}`, `eip155:${chain}:${id}`],
    `erc8004_identity:eip155:${chain}/${id}`,
  ]
}

const packageName: Spell = (key) => {
  const [registry = '', ...rest] = key.replace(/^package:/, '').split('/')
  const name = rest.join('/')
  if (name.includes('://')) return [key]
  const purl = `pkg:${registry}/${name.replace('@', '%40')}`
  const versioned = registry === 'oci' ? `${registry}:${name}:1.2.3` : `${registry}:${name}@1.2.3`
  return [key, `${registry}:${name}`, purl, versioned, ...(name.startsWith('@') ? [name] : [])]
}

const registryName: Spell = (name) => [
  ...[name, name.toUpperCase(), `mcp:${name}`, `mcp_registry:${name}`],
  `https://registry.modelcontextprotocol.io/v0.1/servers/${encodeURIComponent(name)}/versions/latest`,
]

const token: Spell = (id) => [
  `coingecko:${id}`,
  `token:coingecko/${id}`,
  `https://www.coingecko.com/en/coins/${id}`,
]

const wallet: Spell = (key) => {
  const [, chain = '', value = ''] = /^wallet:(.*)\/([^/]+)$/.exec(key) ?? []
  const upper = value.startsWith('0x') ? [`0x${value.slice(2).toUpperCase()}`] : []
  return [key, value, ...upper, `${chain}:${value}`]
}

/** Spellings of each kind of identity key, and of the names of each source. */
const KINDS: Readonly<Record<string, Spell>> = {
  ...{
    package: (rest) => packageName(`package:${rest}`),
    repository,
    wallet: (rest) => wallet(`wallet:${rest}`),
  },
  ...{ erc8004: registration, mcp: registryName, domain: host, origin: address, endpoint: address },
  token: (rest) => token(rest.replace('coingecko/', '')),
}
const SOURCES: Readonly<Record<string, Spell>> = {
  ...{ mcp_registry: registryName, erc8004_identity: registration, x402_bazaar: host, a2a_cards: host },
  coingecko_ai_agents: token,
}

/** Returns every spelling of every key in the published record of an agent. */
export function spellKeys(agent: AgentRecord): string[] {
  const { handle, records, keys, ties, endpoints, website, repository_url } = agent
  const present = records.filter(({ departed_on }) => departed_on === null)
  const spelt = [
    ...[handle, handle.toUpperCase()],
    ...present.flatMap(({ source, name }) => SOURCES[source]?.(name) ?? []),
    ...[...keys, ...ties.map(({ key }) => key)].flatMap((key) => {
      const [kind = '', ...rest] = key.split(':')
      return [key, ...(KINDS[kind]?.(rest.join(':')) ?? [])]
    }),
    ...endpoints.flatMap(({ url }) => address(url)),
    ...(website === null ? [] : address(website)),
    ...(repository_url === null ? [] : repository(repository_url)),
  ]
  return [...new Set(spelt)].filter((key) => key.trim() !== '' && key.length <= 300)
}
