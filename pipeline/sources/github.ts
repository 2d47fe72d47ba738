import { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Http, UpstreamAnswer } from '../http/http.ts'
import { pick } from '../pick.ts'
import { parseRepository } from '../repository.ts'
import { isDue } from '../schedule.ts'
import { defineSource, type Known, type Observation } from '../source.ts'

const API = 'https://api.github.com'
// Few at first: until GitHub has said how many requests are left, more could be too many.
const REST = { first: 20, atOnce: 200, perRequest: 1 }
const GRAPHQL = { first: 4, atOnce: 4, perRequest: 100 }
const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }
const FIELDS = `nameWithOwner url description stargazerCount forkCount pushedAt isArchived isFork
  primaryLanguage { name } issues(states: OPEN) { totalCount } pullRequests(states: OPEN) { totalCount }`

const Repository = z.looseObject({}).refine((body) => Object.hasOwn(body, 'full_name'), 'it has no full_name')
const Batch = z.looseObject({ data: z.unknown().optional(), errors: z.array(z.unknown()).nullish() })

const count = z.int().min(0).nullable()
const text = z.string().max(300).nullable()

/** The repositories that MCP servers and catalogued developers name, a share each day where GitHub sets a limit. */
export default defineSource({
  name: 'github',
  title: 'Public GitHub repositories of MCP servers and developers',
  docs: 'https://docs.github.com/rest/repos/repos#get-a-repository',
  license: 'Public API; GitHub terms of service',
  key: ['repository'],
  reads: ['mcp_registry'],
  budget: 6000,
  row: z
    .object({
      repository: z
        .string()
        .max(201)
        .regex(/^[a-z\d_.-]+\/[a-z\d_.-]+$/),
      full_name: text,
      is_found: z.boolean(),
      stars: count,
      forks: count,
      open_issues: count,
      pushed_at: z.iso.datetime({ offset: true }).nullable(),
      is_archived: z.boolean().nullable(),
      is_fork: z.boolean().nullable(),
      language: text,
      description: z.string().max(5000).nullable(),
      html_url: text,
    })
    .refine((row) => !row.is_found || row.full_name !== null, 'a repository that is found has a full name'),
  async *fetch({ http, day, known, catalog, env }) {
    const token = env.GITHUB_TOKEN
    const ask = (names: string[]) => (token ? askGraphql(http, names, token) : askRest(http, names))
    const { first, atOnce, perRequest } = token ? GRAPHQL : REST
    const names = inTurn(wanted(await known('mcp_registry'), catalog), await known('github'), day)
    const queue = batches(names, perRequest)
    let isRefused = queue.length > 0
    while (queue.length > 0) {
      const left = http.remaining(API) ?? first
      if (left === 0) break
      const rows = await settle(queue.splice(0, Math.min(atOnce, left)).map(ask))
      isRefused &&= rows.length === 0
      yield* rows
    }
    // One refusal passes, since a repository can be closed; nothing but refusals is an outage.
    if (isRefused && !http.remaining(API)) {
      throw new UpstreamDown(
        API,
        'it refuses every request: wait until its rate limit resets, or set GITHUB_TOKEN',
      )
    }
    return 'changes'
  },
})

/** `owner/name` in lower case of every repository on GitHub that somebody names. */
function wanted(servers: Known[], catalog: Catalog): string[] {
  const listed = servers.filter((row) => row.status !== 'deleted').map((row) => row.repository_url)
  const curated = catalog.developers.flatMap((d) =>
    d.repositories.map((name) => `https://github.com/${name}`),
  )
  const names = [...listed, ...curated].flatMap((url) => {
    const repository = parseRepository(typeof url === 'string' ? url : null)
    return repository?.host === 'github.com' ? [repository.key.slice('github.com/'.length)] : []
  })
  return [...new Set(names)]
}

/** Those that are due, least recently observed first. What was not found is asked for again weekly. */
function inTurn(names: string[], observed: Known[], day: string): string[] {
  const last = new Map(observed.map((row) => [row.repository, row]))
  const isWanted = (name: string) => {
    const row = last.get(name)
    return row?.is_found !== false || isDue(name, row.observed_on, day)
  }
  const turn = (name: string) => `${last.get(name)?.observed_on ?? ''} ${name}`
  return names.filter(isWanted).sort((a, b) => (turn(a) < turn(b) ? -1 : 1))
}

const batches = (names: string[], size: number) =>
  Array.from({ length: Math.ceil(names.length / size) }, (_, i) => names.slice(i * size, (i + 1) * size))

/** Waits for all before it passes a failure on, so that no request is left under way; keeps their order. */
async function settle(requests: Promise<Observation[]>[]): Promise<Observation[]> {
  return (await Promise.allSettled(requests)).flatMap((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

async function askRest(http: Http, [name = '']: string[]): Promise<Observation[]> {
  const options = { accept: [403, 404, 451], headers: HEADERS }
  const from = await http.json(`${API}/repos/${name}`, Repository, options)
  return from.status === 403 ? [] : [{ from, row: restRow(name, from.data) }]
}

function restRow(repository: string, body: unknown): Record<string, unknown> {
  return {
    repository,
    full_name: pick(body, 'full_name'),
    is_found: body !== null,
    stars: pick(body, 'stargazers_count'),
    forks: pick(body, 'forks_count'),
    open_issues: pick(body, 'open_issues_count'),
    pushed_at: pick(body, 'pushed_at'),
    is_archived: pick(body, 'archived'),
    is_fork: pick(body, 'fork'),
    language: pick(body, 'language'),
    description: pick(body, 'description'),
    html_url: pick(body, 'html_url'),
  }
}

async function askGraphql(http: Http, names: string[], token: string): Promise<Observation[]> {
  const parts = names.map((name, i) => {
    const [owner, repository] = name.split('/')
    return `r${i}: repository(owner: "${owner}", name: "${repository}") { ${FIELDS} }`
  })
  const options = {
    body: { query: `query { ${parts.join('\n')} }` },
    headers: { authorization: `Bearer ${token}` },
  }
  const from = await http.json(`${API}/graphql`, Batch, options)
  const missing = missingAliases(from)
  return names.flatMap((name, i) => {
    const node = pick(from.data, 'data', `r${i}`)
    if (node === null && missing.get(`r${i}`) === 'FORBIDDEN') return []
    if (node === null && missing.get(`r${i}`) !== 'NOT_FOUND') {
      throw new UpstreamChanged(from.url, `it says nothing about ${name}`)
    }
    return [{ from, row: node === null ? restRow(name, null) : graphqlRow(name, node) }]
  })
}

/** Why single repositories have no answer, by alias; any other error concerns the batch. */
function missingAliases(from: UpstreamAnswer<z.infer<typeof Batch>>): Map<unknown, unknown> {
  return new Map(
    (from.data?.errors ?? []).map((error) => {
      const type = pick(error, 'type')
      if (type === 'RATE_LIMITED') throw new UpstreamDown(from.url, 'its rate limit is used up')
      if (type !== 'NOT_FOUND' && type !== 'FORBIDDEN') {
        const message = pick(error, 'message')
        const reason =
          typeof message === 'string' ? JSON.stringify(message.slice(0, 200)) : 'of no known form'
        throw new UpstreamChanged(from.url, `GraphQL error ${reason}`)
      }
      return [pick(error, 'path', '0'), type]
    }),
  )
}

function graphqlRow(repository: string, node: unknown): Record<string, unknown> {
  const issues = pick(node, 'issues', 'totalCount')
  const pulls = pick(node, 'pullRequests', 'totalCount')
  return {
    repository,
    full_name: pick(node, 'nameWithOwner'),
    is_found: true,
    stars: pick(node, 'stargazerCount'),
    forks: pick(node, 'forkCount'),
    // REST counts open pull requests among the open issues: both ways must give the same figure.
    open_issues: typeof issues === 'number' && typeof pulls === 'number' ? issues + pulls : null,
    pushed_at: pick(node, 'pushedAt'),
    is_archived: pick(node, 'isArchived'),
    is_fork: pick(node, 'isFork'),
    language: pick(node, 'primaryLanguage', 'name'),
    description: pick(node, 'description'),
    html_url: pick(node, 'url'),
  }
}
