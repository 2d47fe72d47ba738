import type { Endpoint, Parameter } from '../../core/interface/endpoint.ts'
import { isList, type Rule } from '../../core/interface/rules.ts'

/** One call whose answer follows from the table of endpoints. */
export interface Case {
  endpoint: Endpoint
  /** Path and query. */
  target: string
  /** The allowed statuses: several only if they depend on the release. */
  statuses: number[]
  /** The parameter under test, and its condition. */
  about: string
}

/** Data that exists in the release of the cases. */
export interface World {
  handles: string[]
  departed: string
  /** The key of an owner with a page. */
  owner: string
  chain: string
  /** Hash of a recorded answer on which a score rests. */
  sha256: string
}

/** Every GET endpoint that works without the service, each parameter at its bounds, past them and malformed. */
export const buildCases = (endpoints: readonly Endpoint[], world: World): Case[] =>
  endpoints
    .filter(
      ({ method, servedAs, id }) => method === 'GET' && servedAs !== 'service' && id !== 'sitemap_parts',
    )
    .flatMap((endpoint) => [...pathCases(endpoint, world), ...queryCases(endpoint, world)])

/** The rest of the path of an endpoint without parameters. */
const RESTS: Record<string, string> = {
  figure_files: 'alive.csv',
  log_tiles: '0/000',
  log_entries: 'days.json',
  search_index: 'index.json',
}

/** The address of an endpoint with values that exist, its required parameters given. */
function base(
  { id, path, parameters }: Endpoint,
  world: World,
  change: Record<string, string | null> = {},
): string {
  const values = (parameter: Parameter): string | null =>
    parameter.name in change
      ? (change[parameter.name] ?? null)
      : parameter.isRequired
        ? (good(parameter, world)[0] ?? '')
        : null
  let target = path.replace('*', RESTS[id] ?? 'counts.json')
  const query: string[] = []
  for (const parameter of parameters) {
    const value = values(parameter)
    if (parameter.in === 'path')
      target = target.replace(`{${parameter.name}}`, encodeURIComponent(value ?? ''))
    else if (value !== null) query.push(`${parameter.name}=${encodeURIComponent(value)}`)
  }
  return query.length === 0 ? target : `${target}?${query.join('&')}`
}

function pathCases(endpoint: Endpoint, world: World): Case[] {
  // Only the first agents of a category have a picture.
  const plain = { endpoint, statuses: endpoint.id === 'agent_preview' ? [200, 404] : [200] }
  const named = endpoint.parameters.filter((parameter) => parameter.in === 'path')
  return [
    { ...plain, target: base(endpoint, world), about: 'nothing but what is required' },
    {
      ...plain,
      target: withQuery(base(endpoint, world), 'unknown=1&__proto__=x'),
      about: 'unknown parameters',
    },
    ...named.flatMap((parameter) => [
      ...good(parameter, world).map((value) => ({
        ...plain,
        target: base(endpoint, world, { [parameter.name]: value }),
        about: `${parameter.name} = ${value}`,
      })),
      ...bad(parameter.rule).map((value) => ({
        endpoint,
        target: base(endpoint, world, { [parameter.name]: value }),
        statuses: [
          isBadge(endpoint) ? 200 : ['handle', 'page', 'owner'].includes(parameter.rule.kind) ? 404 : 400,
          ...(parameter.rule.kind === 'text' ? [404] : []),
        ],
        about: `${parameter.name} = ${value.slice(0, 40)}`,
      })),
      ...unknown(parameter.rule).map((value) => ({
        endpoint,
        target: base(endpoint, world, { [parameter.name]: value }),
        statuses: [isBadge(endpoint) ? 200 : 404],
        about: `${parameter.name} = ${value.slice(0, 40)}, not indexed`,
      })),
    ]),
  ]
}

function queryCases(endpoint: Endpoint, world: World): Case[] {
  return endpoint.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => {
      const { name, rule, isRequired } = parameter
      const at = (value: string, statuses: number[], about: string): Case => ({
        endpoint,
        target: base(endpoint, world, { [name]: value }),
        statuses,
        about: `${name} ${about}: ${value.slice(0, 40)}`,
      })
      // A parameter with a fallback refuses nothing.
      const refusal = rule.kind === 'choice' && rule.fallback !== undefined ? 200 : 400
      const given = base(endpoint, world, { [name]: good(parameter, world)[0] ?? '' })
      return [
        ...good(parameter, world).map((value) => at(value, allowedStatuses(endpoint), 'allowed')),
        ...bad(rule).map((value) => at(value, [refusal], 'refused')),
        ...unknown(rule).map((value) => at(value, [unknownStatus(endpoint)], 'not indexed')),
        {
          endpoint,
          target: withQuery(given, `${name}=${encodeURIComponent(good(parameter, world)[0] ?? '')}`),
          // A list may be written by repeating its name.
          statuses: [isList(rule) ? 200 : refusal],
          about: `${name} twice`,
        },
        ...(isRequired
          ? [
              {
                endpoint,
                target: base(endpoint, world, { [name]: null }),
                statuses: [400],
                about: `no ${name}`,
              },
            ]
          : []),
      ]
    })
}

/** The page of comparisons reads the text, which names no agents: 404. So is a download of a day that is not kept. */
function allowedStatuses({ id }: Endpoint): number[] {
  if (id === 'compare_page') return [404]
  return id === 'data' ? [200, 404] : [200]
}

/**
 * Bulk lookup answers with a list of what is not found, and of a page that is a file its script looks for the agent; all
 * others have nothing to show.
 */
const unknownStatus = ({ id, servedAs, contentType }: Endpoint): number =>
  ['agents_bulk', 'resolution', 'evidence'].includes(id) ||
  (servedAs === 'file' && contentType.startsWith('text/html'))
    ? 200
    : 404

/** A page shows nothing else in place of a badge. */
const isBadge = ({ path }: Endpoint): boolean => path.startsWith('/embed/')

const withQuery = (target: string, query: string): string =>
  `${target}${target.includes('?') ? '&' : '?'}${query}`

/** Values that a rule allows, its bounds among them; the first is an ordinary one. */
function good(
  { name, rule, fallback }: Parameter,
  { handles, departed, owner, chain, sha256 }: World,
): string[] {
  const list = (count: number): string => handles.slice(0, count).join(',')
  switch (rule.kind) {
    case 'integer':
      return [String(fallback), String(rule.min), String(rule.max), `0${rule.max}`]
    case 'boolean':
      return ['true', 'false']
    case 'choice':
      return [...rule.values]
    case 'page':
      return ['1']
    case 'owner':
      return [owner]
    case 'handle':
    case 'key':
      return [handles[0] ?? '', (handles[1] ?? '').toUpperCase(), departed]
    case 'list':
      if (rule.items.kind === 'choice') return [...rule.items.values, rule.items.values.join(',')]
      return [
        list(Math.max(rule.min, 2)),
        list(rule.min),
        list(rule.max),
        `${list(2)},${handles[0]}`,
        handles.slice(0, 2).join(', '),
      ]
    case 'text':
      return { figure: ['alive'], sha256: [sha256] }[name] ?? ['x', 'x'.repeat(rule.max)]
    case 'wallet':
      return [`0x${'Ab'.repeat(20)}`, `eip155:8453:0x${'0'.repeat(40)}`]
    case 'amount':
      return ['0.05', '100', '999999999.999999']
    case 'chain':
      return [chain, 'base', 'eip155:1', 'solana:unobserved']
    case 'date':
      return ['2026-01-05', '1970-01-01', '2999-12-31']
    case 'object':
      throw new Error('no parameter is an object')
  }
}

/** Values that a rule refuses: just past its bounds, and malformed. */
function bad(rule: Rule): string[] {
  const many = (count: number): string => Array.from({ length: count }, (_, n) => `agent-${n}`).join(',')
  switch (rule.kind) {
    case 'integer':
      return [
        String(rule.min - 1),
        String(rule.max + 1),
        '',
        'x',
        '1.5',
        '1e1',
        '+1',
        ' 1',
        '0x10',
        '９',
        '9'.repeat(300),
      ]
    case 'boolean':
      return ['', '1', 'TRUE', 'yes', 'true,false']
    case 'choice':
      return ['mcp_server', 'Developer', '__proto__', 'developer,service', '%'].filter(
        (text) => !rule.values.includes(text),
      )
    case 'page':
      return ['0', '01', 'x', '1.5', '-1', '1000000', '..%2f..']
    case 'handle':
      return ['a.b', 'a b', 'ä', 'x'.repeat(65), '<script>', 'a%2fb']
    case 'owner':
      return ['x'.repeat(301), 'github:a b', '<script>', `wallet:0x${'0'.repeat(39)}`]
    case 'key':
      return ['', ' ', 'x'.repeat(301)]
    case 'wallet':
      return ['', 'x', `0x${'0'.repeat(39)}`, 'https://example.com']
    case 'amount':
      return ['', '-1', '1e3', '1.0000001', 'x', '1,5']
    case 'list':
      if (rule.items.kind === 'choice') {
        const [first, second] = rule.items.values
        return ['', 'ftp', `${first},ftp`, `${first};${second}`]
      }
      return [
        '',
        ',',
        many(rule.max + 1),
        `${many(1)},${'x'.repeat(301)}`,
        ...(rule.min > 1 ? [many(1)] : []),
      ]
    case 'text':
      return ['', ' ', 'x'.repeat(rule.max + 1)]
    case 'chain':
      return ['', 'x', 'eip155:', 'EIP155:1', 'a b', `eip155:${'1'.repeat(33)}`]
    case 'date':
      return ['', '2026-02-30', '2026-1-5', 'yesterday', '20260105', '2026-01-05T00:00:00Z']
    case 'object':
      throw new Error('no parameter is an object')
  }
}

/** Values of the right form that no release has. */
const unknown = (rule: Rule): string[] =>
  rule.kind === 'handle' || rule.kind === 'key'
    ? ['no-such-agent', 'x'.repeat(64), ...(rule.kind === 'key' ? ['https://nobody.example/a'] : [])]
    : rule.kind === 'owner'
      ? ['github:no-such-account', `wallet:0x${'0'.repeat(40)}`]
      : rule.kind === 'list' && rule.items.kind === 'key'
        ? ['no-such-agent,nor-this-one']
        : rule.kind === 'page'
          ? ['999999']
          : []
