import { describe, expect, it } from 'vitest'
import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import type { RequestOptions } from '../../pipeline/http/http.ts'
import type { Known } from '../../pipeline/source.ts'
import github from '../../pipeline/sources/github.ts'
import { fetchAll, rowsOf } from './context.ts'
import { recordAndReplay } from './contract.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const DAY = '2026-01-08'
const server = (repository_url: unknown, status = 'active'): Known => ({
  repository_url,
  status,
  observed_on: DAY,
})
const named = (count: number) =>
  Array.from({ length: count }, (_, i) => `sample/r${String(i).padStart(3, '0')}`)
const naming = (names: string[], github: Known[] = []) => ({
  mcp_registry: names.map((name) => server(`https://github.com/${name}`)),
  github,
})
const nameOf = (url: string) => url.replace('https://api.github.com/repos/', '')
const found = (url: string): Reply => ({ body: { full_name: nameOf(url), stargazers_count: 1 } })
const asked = async (given: Parameters<typeof fetchAll>[2], respond = found) => {
  const http = fakeHttp(respond)
  await fetchAll(github, http, { day: DAY, ...given })
  return http.asked.map(nameOf)
}

describe('which repositories are asked for', () => {
  it('are those of servers that are not deleted and of the catalogue, each once and on GitHub', async () => {
    const developer = { id: 'sample', name: 'Sample', website: '', github: ['sample'], source_urls: [] }
    const catalog: Catalog = {
      families: [],
      facilitators: [],
      chains: [],
      developers: [{ ...developer, repositories: ['Sample/Kit', 'sample/b'] }],
    }
    const servers = [
      ...[server('https://github.com/Sample/B'), server('git@github.com:sample/c.git', 'deprecated')],
      ...[
        server('https://github.com/sample/gone', 'deleted'),
        server('https://gitlab.com/sample/d'),
        server(null),
      ],
      ...[server(7), server('https://github.com/../x'), server('https://github.com/a/b") { id } }')],
    ]
    const names = await asked({ known: { mcp_registry: servers }, catalog })
    expect(names).toEqual(['sample/b', 'sample/c', 'sample/kit'])
  })

  it('come in the order of when they were last observed, then by name', async () => {
    const row = (repository: string, observed_on: string): Known => ({
      repository,
      is_found: true,
      observed_on,
    })
    const rows = [row('sample/a', '2026-01-07'), row('sample/b', '2026-01-05'), row('sample/c', '2026-01-07')]
    const names = ['sample/a', 'sample/b', 'sample/c', 'sample/e', 'sample/d']
    const expected = ['sample/d', 'sample/e', 'sample/b', 'sample/a', 'sample/c']
    expect(await asked({ known: naming(names, rows) })).toEqual(expected)
  })

  it('hold one that was not found once in any seven days, and a part of them each day', async () => {
    const names = named(200)
    let rows: Known[] = names.map((repository) => ({
      repository,
      is_found: false,
      observed_on: '2026-01-01',
    }))
    const perDay: number[] = []
    const seen = new Map<string, number>()
    for (let n = 2; n <= 15; n++) {
      const day = `2026-01-${String(n).padStart(2, '0')}`
      const today = await asked({ day, known: naming(names, rows) }, () => ({ status: 404, body: {} }))
      for (const name of today) seen.set(name, (seen.get(name) ?? 0) + 1)
      rows = rows.map((row) =>
        today.includes(row.repository as string) ? { ...row, observed_on: day } : row,
      )
      perDay.push(today.length)
    }
    expect([...seen.values()].filter((times) => times !== 2)).toEqual([])
    expect(seen.size).toBe(200)
    expect(Math.max(...perDay)).toBeLessThan(60)
    expect(Math.min(...perDay)).toBeGreaterThan(10)
  })

  it('hold one that was not found after days were missed', async () => {
    const rows: Known[] = [{ repository: 'sample/a', is_found: false, observed_on: '2026-01-01' }]
    expect(await asked({ known: naming(['sample/a'], rows), day: '2026-01-08' })).toEqual(['sample/a'])
  })
})

describe('without a token', () => {
  const limited = (limit: number) => {
    let left = limit
    return (url: string): Reply => {
      const headers = { 'x-ratelimit-remaining': String(Math.max(--left, 0)) }
      return left < 0 ? { status: 403, headers, body: {} } : { ...found(url), headers }
    }
  }

  it('stops when nothing is left, in turn, and keeps what was read', async () => {
    const http = fakeHttp(limited(50))
    const { observations, coverage } = await fetchAll(github, http, { day: DAY, known: naming(named(200)) })
    expect(observations.map(({ row }) => row.repository)).toEqual(named(50))
    expect(http.asked).toHaveLength(50)
    expect(coverage).toBe('changes')
  })

  it('passes over what the first requests went over by', async () => {
    const http = fakeHttp(limited(7))
    const fetched = await fetchAll(github, http, { day: DAY, known: naming(named(200)) })
    expect(rowsOf(fetched).map((row) => row.repository)).toEqual(named(7))
    expect(http.asked).toHaveLength(20)
  })

  it('stops at the same place when it is derived again from the archive', async () => {
    const given = { day: DAY, known: naming(named(200)) }
    const { live, derived } = await recordAndReplay(github, limited(47), given)
    expect(rowsOf(live).length).toBe(47)
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it('is an outage when every request is refused', async () => {
    const fetching = fetchAll(github, fakeHttp(limited(0)), { day: DAY, known: naming(named(3)) })
    await expect(fetching).rejects.toThrow('https://api.github.com: it refuses every request')
  })

  it('keeps the order in which it asked, whichever reply comes first', async () => {
    const http = fakeHttp(found, (request) => 1 + ((request * 7) % 11))
    const rows = rowsOf(await fetchAll(github, http, { day: DAY, known: naming(named(45)) }))
    expect(rows.map((row) => row.repository)).toEqual(named(45))
  })

  it('passes over a repository that is closed to it, and takes one blocked by law for not found', async () => {
    const statuses: Record<string, number> = { 'sample/r001': 403, 'sample/r002': 451 }
    const respond = (url: string) => ({ ...found(url), status: statuses[nameOf(url)] ?? 200 })
    const rows = rowsOf(await fetchAll(github, fakeHttp(respond), { day: DAY, known: naming(named(3)) }))
    expect(rows.map((row) => [row.repository, row.is_found])).toEqual([
      ['sample/r000', true],
      ['sample/r002', false],
    ])
  })

  it('fails after all requests under way have ended', async () => {
    let ended = 0
    const respond = (url: string) => {
      ended++
      return url.endsWith('r000') ? { status: 500, body: '' } : found(url)
    }
    const http = fakeHttp(respond, (request) => request)
    await expect(fetchAll(github, http, { day: DAY, known: naming(named(10)) })).rejects.toThrow('r000')
    expect(ended).toBe(10)
  })

  it.each([
    ['stars below zero', { stargazers_count: -1 }],
    ['half a star', { stargazers_count: 1.5 }],
    ['stars as text', { stargazers_count: '12' }],
    ['a repository without a name', { full_name: null }],
    ['a time that is none', { pushed_at: 'today' }],
  ])('leaves %s to quarantine', async (_, fields) => {
    const http = fakeHttp((url) => ({ body: { full_name: nameOf(url), ...fields } }))
    const [row] = rowsOf(await fetchAll(github, http, { day: DAY, known: naming(['sample/a']) }))
    expect(github.row.safeParse(row).success).toBe(false)
  })
})

describe('with a token', () => {
  const env = { GITHUB_TOKEN: 'sample-token' }
  const aliases = ({ body }: RequestOptions) => {
    const { query } = body as { query: string }
    const parts = query.matchAll(/(r\d+): repository\(owner: "([^"]*)", name: "([^"]*)"\)/g)
    return [...parts].map(([, alias, owner, name]) => ({ alias: alias as string, name: `${owner}/${name}` }))
  }
  const node = (nameWithOwner: string, fields: object = {}) => ({
    ...{ nameWithOwner, url: `https://github.com/${nameWithOwner}`, stargazerCount: 5, forkCount: 2 },
    ...{ pushedAt: '2026-01-07T00:00:00Z', isArchived: false, isFork: true, primaryLanguage: { name: 'Go' } },
    ...{ description: null, issues: { totalCount: 3 }, pullRequests: { totalCount: 4 }, ...fields },
  })
  const answer = (options: RequestOptions, errors: object[] = [], absent: string[] = []): Reply => {
    const data = aliases(options).map(({ alias, name }) => [
      alias,
      absent.includes(alias) ? null : node(name),
    ])
    return { body: { data: Object.fromEntries(data), ...(errors.length > 0 ? { errors } : {}) } }
  }
  const fetchWith = (respond: (options: RequestOptions) => Reply, names: string[]) => {
    const http = fakeHttp((_, options) => respond(options))
    return fetchAll(github, http, { day: DAY, env, known: naming(names) })
  }

  it('asks in batches of a hundred, with the token, and keeps the order', async () => {
    const requests: RequestOptions[] = []
    const http = fakeHttp(
      (url, options) => {
        expect(url).toBe('https://api.github.com/graphql')
        requests.push(options)
        return answer(options)
      },
      (request) => 9 - request,
    )
    const rows = rowsOf(await fetchAll(github, http, { day: DAY, env, known: naming(named(530)) }))
    expect(rows.map((row) => row.repository)).toEqual(named(530))
    expect(requests.map((options) => aliases(options).length).sort()).toEqual(
      [100, 100, 100, 100, 100, 30].sort(),
    )
    for (const { headers } of requests)
      expect(headers).toMatchObject({ authorization: 'Bearer sample-token' })
  })

  it('gives the row that REST gives', async () => {
    const body = {
      ...{
        full_name: 'sample/a',
        html_url: 'https://github.com/sample/a',
        stargazers_count: 5,
        forks_count: 2,
      },
      ...{
        pushed_at: '2026-01-07T00:00:00Z',
        archived: false,
        fork: true,
        language: 'Go',
        description: null,
      },
      open_issues_count: 7,
    }
    const rest = await fetchAll(
      github,
      fakeHttp(() => ({ body })),
      { day: DAY, known: naming(['sample/a']) },
    )
    expect(rowsOf(await fetchWith((options) => answer(options), ['sample/a']))).toEqual(rowsOf(rest))
  })

  it('takes NOT_FOUND for not found, and passes over FORBIDDEN', async () => {
    const errors = [
      { type: 'FORBIDDEN', path: ['r1'], message: 'an IP allow list' },
      { type: 'NOT_FOUND', path: ['r2'], message: 'no such repository' },
    ]
    const rows = rowsOf(await fetchWith((options) => answer(options, errors, ['r1', 'r2']), named(4)))
    expect(rows.map((row) => [row.repository, row.is_found, row.stars])).toEqual([
      ['sample/r000', true, 5],
      ['sample/r002', false, null],
      ['sample/r003', true, 5],
    ])
    for (const row of rows) expect(github.row.safeParse(row).success).toBe(true)
  })

  it.each([
    [
      'UpstreamChanged',
      'another error',
      { errors: [{ message: 'Field x\u202e does not exist' }], data: null },
    ],
    ['UpstreamChanged', 'an error of no form', { errors: [null], data: {} }],
    ['UpstreamChanged', 'silence about a repository', { data: {} }],
    ['UpstreamChanged', 'no data', { data: null }],
    ['UpstreamChanged', '{}', {}],
    [
      'UpstreamDown',
      'a rate limit',
      { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] },
    ],
  ])('is %s for %s', async (name, _, body) => {
    const error = await fetchWith(() => ({ body }), ['sample/a']).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ name, address: 'https://api.github.com/graphql' })
  })

  it.each([['text'], [7], [true], [[]], [{}], [{ nameWithOwner: 1 }]])(
    'leaves %j in the place of a repository to quarantine',
    async (value) => {
      const [row] = rowsOf(await fetchWith(() => ({ body: { data: { r0: value } } }), ['sample/a']))
      expect(github.row.safeParse(row).success).toBe(false)
    },
  )

  it('does not know the open issues when either part is missing', async () => {
    const part = (options: RequestOptions) => ({
      body: { data: { r0: node(aliases(options)[0]?.name ?? '', { pullRequests: null }) } },
    })
    expect(rowsOf(await fetchWith(part, ['sample/a']))[0]?.open_issues).toBeNull()
  })
})
