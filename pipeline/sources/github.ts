import { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { parseRepository } from '../agents/repository.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Http } from '../http/http.ts'
import { defineSource } from '../source/define_source.ts'
import { describeLeft } from '../source/left_out.ts'
import { pick } from '../source/pick.ts'
import { isDue } from '../source/schedule.ts'
import type { FetchContext, KnownRow, Observation, PlanContext } from '../source/source.ts'
import { type Candidate, takeTurns } from '../source/turns.ts'

const HOST = 'api.github.com'
const API = `https://${HOST}`
// Few at first: until GitHub has stated the remaining requests, more could be too many. `outage`: number of consecutive
// requests without an answer that is one.
const REST = { first: 20, atOnce: 200, anHour: 60, outage: 8 }
// Of a hundred repositories in one query GitHub leaves some out, of fifty none. It is no outage before single
// repositories were requested too: four batches at once, each halved five times.
const GRAPHQL = { atOnce: 4, perRequest: 50, outage: 28 }
// A query that GitHub cannot answer takes 10 s each time; halves of it are attempts too.
const ATTEMPTS = { batch: 2, single: 4 }
/** Number of repositories that a whole registry names, by data set. */
const FIRST = { live: 6_000, replay: 1_100, sample: 60 }
/** Maximum number of new ones of one namespace of the registry while others wait. */
const MAX_FRESH_PER_NAMESPACE = 50
const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }
const FIELDS = `databaseId nameWithOwner owner { ...on User { databaseId } ...on Organization { databaseId } } url description stargazerCount forkCount pushedAt isArchived isFork
  primaryLanguage { name } licenseInfo { spdxId } issues(states: OPEN) { totalCount } pullRequests(states: OPEN) { totalCount }`

const SPENT = new Set<unknown>(['RATE_LIMIT', 'RATE_LIMITED'])
/** Errors of a repository that would be the same in a smaller batch; any other may be the batch's. */
const LASTING = new Set<unknown>(['NOT_FOUND', 'FORBIDDEN'])

const Repository = z.looseObject({}).refine((body) => Object.hasOwn(body, 'full_name'), 'it has no full_name')
const Batch = z.looseObject({ data: z.unknown().optional(), errors: z.array(z.unknown()).nullish() })

/** The result of one request. */
interface Read {
  rows: Observation[]
  /** Names that were not answered. */
  unread: string[]
  /** The hour's limit is used up. */
  isSpent: boolean
  /** The reason that no name was answered, where it is not a limit of the hour. */
  failure: UpstreamDown | UpstreamChanged | null
}

/** One of GitHub's two APIs. */
interface GithubApi {
  perRequest: number
  /** Number of consecutive requests without an answer that is an outage. */
  outage: number
  /** Number of requests that may start now; 0 when nothing is left. */
  atOnce(): number
  fetchRepositories(names: string[]): Promise<Read>
}

const count = z.int().min(0).nullable()
const text = z.string().max(300).nullable()
const license = z
  .string()
  .max(100)
  .regex(/^[\w.+-]+$/)
/** GitHub's own id, which stays when it is renamed. */
const id = z.int().min(1).nullable()

/** The repositories that MCP servers and catalogued developers name, a share each day where GitHub sets a limit. */
export default defineSource({
  name: 'github',
  title: 'Public GitHub repositories of MCP servers and developers',
  docs: 'https://docs.github.com/rest/repos/repos#get-a-repository',
  license: 'Public API; GitHub terms of service',
  republished: 'figures',
  attribution: 'GitHub (https://github.com)',
  key: ['repository'],
  counts: { columns: ['stars', 'forks'] },
  reads: ['mcp_registry'],
  budget: 6000,
  // A query of fifty repositories takes GitHub seconds, and a registry in full needs more than a hundred; one that it
  // cannot answer holds up the others for two minutes.
  minutes: 10,
  // Without a token the few requests of an hour are not worth a division.
  split: {
    stops: true,
    items: {
      perJob: 20,
      count: async (context) =>
        context.env.GITHUB_TOKEN ? Math.ceil((await selectDue(context)).length / GRAPHQL.perRequest) : 1,
    },
  },
  probe: { filled: ['full_name', 'repository_id', 'stars', 'html_url'] },
  row: z
    .object({
      repository: z
        .string()
        .max(201)
        .regex(/^[a-z\d_.-]+\/[a-z\d_.-]+$/),
      full_name: text,
      repository_id: id,
      owner_id: id,
      is_found: z.boolean(),
      stars: count,
      forks: count,
      open_issues: count,
      pushed_at: z.iso.datetime({ offset: true }).nullable(),
      is_archived: z.boolean().nullable(),
      is_fork: z.boolean().nullable(),
      language: text,
      /** As SPDX names it; `NONE` without a licence, `NOASSERTION` for one that GitHub does not recognise. */
      license: license.nullable(),
      description: z.string().max(5000).nullable(),
      html_url: text,
    })
    .refine((row) => !row.is_found || row.full_name !== null, 'a repository that is found has a full name'),
  firstDay: ({ world, env }) => ({
    [HOST]: countRequests(FIRST[world], env, world === 'live' ? REST.anHour : null),
  }),
  async plan(context) {
    const count = countRequests((await selectDue(context)).length, context.env, findLastAllowed(context))
    return { requests: { [HOST]: count }, isEstimate: false }
  },
  async *fetch({ http, day, known, catalog, env, share }) {
    const way = env.GITHUB_TOKEN ? createGraphqlApi(http, env.GITHUB_TOKEN) : createRestApi(http)
    const requested = share.items(batches(await selectDue({ day, known, catalog }), way.perRequest))
    const names = requested.flat()
    const left = new Set(names)
    yield* readAll(requested, way, left)
    return left.size === 0 ? 'changes' : { left_out: describeLeft(left.size, names.length, 'repositories') }
  },
})

/** Returns the repositories that are due, in the order of their requests. */
const selectDue = async ({ day, known, catalog }: Pick<FetchContext, 'day' | 'known' | 'catalog'>) =>
  takeTurns(
    candidates(listRepositories(await known('mcp_registry'), catalog), await known('github'), day),
    day,
    MAX_FRESH_PER_NAMESPACE,
  )

/** Returns the number of requests for so many repositories, at most `allowed`. */
const countRequests = (
  repositories: number,
  { GITHUB_TOKEN }: FetchContext['env'],
  allowed: number | null,
) =>
  GITHUB_TOKEN
    ? Math.ceil(repositories / GRAPHQL.perRequest)
    : Math.min(repositories, allowed ?? repositories)

/** Returns the number of repositories in a partial answer of GitHub, or null: about as many as it allows on any day. */
function findLastAllowed({ last, deferred }: PlanContext): number | null {
  const single = last.filter(({ method }) => method === 'GET').length
  return deferred !== null && single > 0 ? single : null
}

/**
 * Requests all batches in order, as long as GitHub answers, and removes the read names from `left`. What a batch was not
 * answered is requested again in halves, down to one repository, which is deferred. Throws when nothing was answered for
 * another reason than a limit.
 */
async function* readAll(
  queue: string[][],
  way: GithubApi,
  left: Set<string>,
): AsyncGenerator<Observation, void> {
  const wanted = left.size
  const failed: Error[] = []
  let inARow = 0
  let isSpent = false
  while (queue.length > 0 && inARow < way.outage && !isSpent) {
    const requested = queue.splice(0, way.atOnce())
    isSpent = requested.length === 0
    const smaller: string[][] = []
    for (const [at, answer] of (await requestTogether(requested, way)).entries()) {
      const names = requested[at] ?? []
      if (answer.failure) failed.push(answer.failure)
      inARow = answer.failure ? inARow + 1 : 0
      // The stopping point must not depend on the concurrency: a replay has another one.
      if (inARow === way.outage) break
      isSpent ||= answer.isSpent
      for (const name of names) if (!answer.unread.includes(name)) left.delete(name)
      smaller.push(...halves(answer.unread, names.length))
      yield* answer.rows
    }
    // They come first, so that an outage shows in single repositories before every batch has failed.
    queue.unshift(...smaller)
    // Of another form, refused or redirected: smaller batches would not help.
    const changed = failed.find((failure) => failure instanceof UpstreamChanged)
    if (changed && left.size === wanted) throw changed
  }
  if (wanted > 0 && left.size === wanted && !isSpent) throw failed[0] ?? toRefusal()
}

const toRefusal = () =>
  new UpstreamDown(API, 'it refuses every request: wait until its rate limit resets, or set GITHUB_TOKEN')

/** A repository on GitHub as `owner/name` in lower case, and the party that names it. */
interface NamedRepository {
  name: string
  owner: string
}

/**
 * Returns every named repository on GitHub: by a namespace of the registry, which its publisher proved, or the
 * catalogue.
 */
function listRepositories(servers: KnownRow[], catalog: Catalog): NamedRepository[] {
  const listed = servers
    .filter((row) => row.status !== 'deleted')
    .map((row) => ({ owner: String(row.name).split('/')[0] ?? '', url: row.repository_url }))
  const curated = catalog.developers.flatMap(({ id, repositories }) =>
    repositories.map((name) => ({ owner: `catalogue/${id}`, url: `https://github.com/${name}` })),
  )
  return [...listed, ...curated].flatMap(({ owner, url }) => {
    const repository = parseRepository(typeof url === 'string' ? url : null)
    return repository?.host === 'github.com'
      ? [{ owner, name: repository.key.slice('github.com/'.length) }]
      : []
  })
}

/** Those that are due. A repository that was not found is retried weekly. */
function candidates(named: NamedRepository[], observed: KnownRow[], day: string): Candidate<string>[] {
  const before = new Map(observed.map((row) => [row.repository, row]))
  return named.flatMap(({ name, owner }) => {
    const row = before.get(name)
    const isDueNow = row?.is_found !== false || isDue(name, row.observed_on, day)
    const candidate = {
      item: name,
      name,
      owner,
      lastRequestedOn: row?.observed_on ?? null,
      existed: row?.is_found === true,
    }
    return isDueNow ? [candidate] : []
  })
}

const batches = (names: string[], size: number) =>
  Array.from({ length: Math.ceil(names.length / size) }, (_, i) => names.slice(i * size, (i + 1) * size))

/** Halves of a batch that was not answered; none for a single name. */
const halves = (names: string[], size: number) => (size < 2 ? [] : batches(names, Math.floor(size / 2)))

/** Awaits all, so that no request is left running; keeps their order. Throws any error that is not the upstream's. */
async function requestTogether(requested: string[][], way: GithubApi): Promise<Read[]> {
  return (await Promise.allSettled(requested.map(way.fetchRepositories))).map((result, at) => {
    if (result.status === 'fulfilled') return result.value
    const { reason } = result
    if (!(reason instanceof UpstreamDown || reason instanceof UpstreamChanged)) throw reason
    return { rows: [], unread: requested[at] ?? [], isSpent: false, failure: reason }
  })
}

/** One request per repository, within the remaining limit of GitHub. */
const createRestApi = (http: Http): GithubApi => ({
  perRequest: 1,
  outage: REST.outage,
  atOnce: () => Math.min(REST.atOnce, http.remaining(API) ?? REST.first),
  async fetchRepositories([name = '']) {
    const options = { accept: [403, 404, 451], headers: HEADERS }
    const from = await http.json(`${API}/repos/${name}`, Repository, options)
    // One refusal is tolerated, since a repository can be closed.
    if (from.status === 403)
      return { rows: [], unread: [name], isSpent: http.remaining(API) === 0, failure: null }
    return { rows: [{ from, row: restRow(name, from.data) }], unread: [], isSpent: false, failure: null }
  },
})

/** Returns the id at a path of an answer; null for anything else, since a row is useful without it. */
const idIn = (body: unknown, ...path: string[]) => id.catch(null).parse(pick(body, ...path))

/** Not stated is another fact than never asked, which is null. */
const toLicense = (stated: unknown, field: string) =>
  stated == null ? 'NONE' : (pick(stated, field) ?? 'NOASSERTION')

function restRow(repository: string, body: unknown): Record<string, unknown> {
  return {
    repository,
    full_name: pick(body, 'full_name'),
    repository_id: idIn(body, 'id'),
    owner_id: idIn(body, 'owner', 'id'),
    is_found: body !== null,
    stars: pick(body, 'stargazers_count'),
    forks: pick(body, 'forks_count'),
    open_issues: pick(body, 'open_issues_count'),
    pushed_at: pick(body, 'pushed_at'),
    is_archived: pick(body, 'archived'),
    is_fork: pick(body, 'fork'),
    language: pick(body, 'language'),
    license: body === null ? null : toLicense(pick(body, 'license'), 'spdx_id'),
    description: pick(body, 'description'),
    html_url: pick(body, 'html_url'),
  }
}

/**
 * Many repositories in one request; GitHub counts the cost of a query, and sends an error when the limit is used up. A
 * repository that an error hides, or about which nothing is said, is unread.
 */
const createGraphqlApi = (http: Http, token: string): GithubApi => ({
  ...{ perRequest: GRAPHQL.perRequest, outage: GRAPHQL.outage },
  atOnce: () => GRAPHQL.atOnce,
  async fetchRepositories(names) {
    const options = { body: { query: buildQuery(names) }, headers: { authorization: `Bearer ${token}` } }
    const attempts = names.length > 1 ? ATTEMPTS.batch : ATTEMPTS.single
    const from = await http.json(`${API}/graphql`, Batch, { ...options, attempts })
    const errors = from.data?.errors ?? []
    const types = new Map(errors.map((error) => [pick(error, 'path', '0'), pick(error, 'type')]))
    const isSpent = errors.some((error) => SPENT.has(pick(error, 'type')))
    const rows: Observation[] = []
    const unread: string[] = []
    for (const [i, name] of names.entries()) {
      const node = pick(from.data, 'data', `r${i}`)
      const type = types.get(`r${i}`)
      if (type !== undefined && !LASTING.has(type)) unread.push(name)
      else if (node !== null) rows.push({ from, row: graphqlRow(name, node) })
      else if (type === 'NOT_FOUND') rows.push({ from, row: restRow(name, null) })
      else if (type === undefined) unread.push(name)
    }
    const isSilent = unread.length === names.length && !isSpent
    return { rows, unread, isSpent, failure: isSilent ? toFailure(from.url, names, errors) : null }
  },
})

const toFailure = (url: string, [name]: string[], [error]: unknown[]) =>
  error === undefined
    ? new UpstreamChanged(url, `it says nothing about ${name}`)
    : new UpstreamDown(url, `GraphQL error ${formatMessage(error)}`)

const buildQuery = (names: string[]) => {
  const parts = names.map((name, i) => {
    const [owner, repository] = name.split('/')
    return `r${i}: repository(owner: "${owner}", name: "${repository}") { ${FIELDS} }`
  })
  return `query { ${parts.join('\n')} }`
}

const formatMessage = (error: unknown) => {
  const message = pick(error, 'message')
  return typeof message === 'string' ? JSON.stringify(message.slice(0, 200)) : 'of no known form'
}

function graphqlRow(repository: string, node: unknown): Record<string, unknown> {
  const issues = pick(node, 'issues', 'totalCount')
  const pulls = pick(node, 'pullRequests', 'totalCount')
  return {
    repository,
    full_name: pick(node, 'nameWithOwner'),
    repository_id: idIn(node, 'databaseId'),
    owner_id: idIn(node, 'owner', 'databaseId'),
    is_found: true,
    stars: pick(node, 'stargazerCount'),
    forks: pick(node, 'forkCount'),
    // REST counts open pull requests among the open issues: both ways must give the same figure.
    open_issues: typeof issues === 'number' && typeof pulls === 'number' ? issues + pulls : null,
    pushed_at: pick(node, 'pushedAt'),
    is_archived: pick(node, 'isArchived'),
    is_fork: pick(node, 'isFork'),
    language: pick(node, 'primaryLanguage', 'name'),
    license: toLicense(pick(node, 'licenseInfo'), 'spdxId'),
    description: pick(node, 'description'),
    html_url: pick(node, 'url'),
  }
}
