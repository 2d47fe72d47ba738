import { describe, expect, it } from 'vitest'
import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import type { RequestOptions } from '../../pipeline/http/http.ts'
import type { KnownRow } from '../../pipeline/source/source.ts'
import github from '../../pipeline/sources/github.ts'
import { checkRow, fetchAll, selectRows } from './context.ts'
import { recordAndReplay } from './contract.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const DAY = '2026-01-08'
const server = (repository_url: unknown, status = 'active'): KnownRow => ({
  repository_url,
  status,
  observed_on: DAY,
})
const repositoryNames = (count: number) =>
  Array.from({ length: count }, (_, i) => `sample/r${String(i).padStart(3, '0')}`)
const naming = (names: string[], github: KnownRow[] = []) => ({
  mcp_registry: names.map((name) => server(`https://github.com/${name}`)),
  github,
})
const repositoryName = (url: string) => url.replace('https://api.github.com/repos/', '')
const found = (url: string): Reply => ({ body: { full_name: repositoryName(url), stargazers_count: 1 } })
const fetchGithub = async (given: Parameters<typeof fetchAll>[2], respond = found) => {
  const http = fakeHttp(respond)
  await fetchAll(github, http, { day: DAY, ...given })
  return http.asked.map(repositoryName)
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
    const names = await fetchGithub({ known: { mcp_registry: servers }, catalog })
    expect(names.toSorted()).toEqual(['sample/b', 'sample/c', 'sample/kit'])
  })

  it('come in turns, those that were observed longest ago before others', async () => {
    const row = (repository: string, observed_on: string): KnownRow => ({
      repository,
      is_found: true,
      observed_on,
    })
    const rows = [row('sample/a', '2026-01-07'), row('sample/b', '2026-01-05'), row('sample/c', '2026-01-07')]
    const names = ['sample/a', 'sample/b', 'sample/c', 'sample/e', 'sample/d']
    const [first, second, ...rest] = await fetchGithub({ known: naming(names, rows) })
    expect(first).toBe('sample/b')
    expect(['sample/d', 'sample/e']).not.toContain(second)
    expect(rest).toHaveLength(3)
  })

  it('are those that were there before, though a stranger names a thousand more each day', async () => {
    const known = repositoryNames(40).map(
      (repository): KnownRow => ({ repository, is_found: true, observed_on: '2026-01-07' }),
    )
    const flood = Array.from({ length: 1_000 }, (_, i) => ({
      ...server(`https://github.com/aaa/${i}`),
      name: `io.github.aaa/${i}`,
    }))
    const servers = [
      ...naming(repositoryNames(40)).mcp_registry.map((row, i) => ({ ...row, name: `io.github.s${i}/x` })),
      ...flood,
    ]
    const names = await fetchGithub({ known: { mcp_registry: servers, github: known } })
    expect(names.slice(0, 60).filter((name) => name.startsWith('sample/')).length).toBeGreaterThanOrEqual(36)
    // A newcomer is not displaced by an account that names many repositories.
    const newcomer = { ...server('https://github.com/zzz/new'), name: 'io.github.zzz/new' }
    const again = await fetchGithub({ known: { mcp_registry: [...servers, newcomer], github: known } })
    expect(again.indexOf('zzz/new')).toBeLessThan(10)
  })

  it('hold one that was not found once in any seven days, and a part of them each day', async () => {
    const names = repositoryNames(200)
    let rows: KnownRow[] = names.map((repository) => ({
      repository,
      is_found: false,
      observed_on: '2026-01-01',
    }))
    const perDay: number[] = []
    const seen = new Map<string, number>()
    for (let n = 2; n <= 15; n++) {
      const day = `2026-01-${String(n).padStart(2, '0')}`
      const today = await fetchGithub({ day, known: naming(names, rows) }, () => ({ status: 404, body: {} }))
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
    const rows: KnownRow[] = [{ repository: 'sample/a', is_found: false, observed_on: '2026-01-01' }]
    expect(await fetchGithub({ known: naming(['sample/a'], rows), day: '2026-01-08' })).toEqual(['sample/a'])
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
    const { observations, coverage } = await fetchAll(github, http, {
      day: DAY,
      known: naming(repositoryNames(200)),
    })
    expect(observations.map(({ row }) => row.repository)).toEqual(http.asked.map(repositoryName))
    expect(http.asked).toHaveLength(50)
    expect(coverage).toEqual({ left_out: '150 of 200 repositories' })
  })

  it('passes over what the first requests went over by', async () => {
    const http = fakeHttp(limited(7))
    const fetched = await fetchAll(github, http, { day: DAY, known: naming(repositoryNames(200)) })
    expect(selectRows(fetched).map((row) => row.repository)).toEqual(
      http.asked.slice(0, 7).map(repositoryName),
    )
    expect(http.asked).toHaveLength(20)
  })

  it('stops at the same place when it is derived again from the archive', async () => {
    const given = { day: DAY, known: naming(repositoryNames(200)) }
    const { live, derived } = await recordAndReplay(github, limited(47), given)
    expect(selectRows(live).length).toBe(47)
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it('leaves all for another day when nothing was left from the start', async () => {
    const http = fakeHttp(limited(0))
    const { observations, coverage } = await fetchAll(github, http, {
      day: DAY,
      known: naming(repositoryNames(3)),
    })
    expect(observations).toEqual([])
    expect(coverage).toEqual({ left_out: '3 of 3 repositories' })
  })

  it('is an outage when every request is refused, though a limit is not named', async () => {
    const refusing = fakeHttp(() => ({ status: 403, body: {} }))
    const fetching = fetchAll(github, refusing, { day: DAY, known: naming(repositoryNames(3)) })
    await expect(fetching).rejects.toThrow('https://api.github.com: it refuses every request')
  })

  it('keeps the order of its requests, whichever reply arrives first', async () => {
    const http = fakeHttp(found, (request) => 1 + ((request * 7) % 11))
    const rows = selectRows(await fetchAll(github, http, { day: DAY, known: naming(repositoryNames(45)) }))
    expect(rows.map((row) => row.repository)).toEqual(http.asked.map(repositoryName))
  })

  it('passes over a repository that is closed to it, and takes one blocked by law for not found', async () => {
    const statuses: Record<string, number> = { 'sample/r001': 403, 'sample/r002': 451 }
    const respond = (url: string) => ({ ...found(url), status: statuses[repositoryName(url)] ?? 200 })
    const rows = selectRows(
      await fetchAll(github, fakeHttp(respond), { day: DAY, known: naming(repositoryNames(3)) }),
    )
    expect(rows.map((row) => [row.repository, row.is_found]).sort()).toEqual([
      ['sample/r000', true],
      ['sample/r002', false],
    ])
  })

  const failing = (isDown: (request: number) => boolean, then = found) => {
    let requests = 0
    return (url: string) => (isDown(++requests) ? { status: 500, body: '' } : then(url))
  }

  it('leaves one that fails for another day, and keeps the others', async () => {
    const http = fakeHttp(failing((request) => request === 1))
    const fetched = await fetchAll(github, http, { day: DAY, known: naming(repositoryNames(10)) })
    expect(selectRows(fetched).map((row) => row.repository)).toEqual(http.asked.slice(1).map(repositoryName))
    expect(fetched.coverage).toEqual({ left_out: '1 of 10 repositories' })
  })

  it('goes on though many fail, as long as others are answered', async () => {
    const http = fakeHttp(failing((request) => request % 3 === 0))
    const fetched = await fetchAll(github, http, { day: DAY, known: naming(repositoryNames(60)) })
    expect(fetched.observations).toHaveLength(40)
    expect(http.asked).toHaveLength(60)
  })

  it('stops requesting in an outage, and keeps the rows read before', async () => {
    const http = fakeHttp(failing((request) => request > 12))
    const fetched = await fetchAll(github, http, { day: DAY, known: naming(repositoryNames(100)) })
    expect(selectRows(fetched).map((row) => row.repository)).toEqual(
      http.asked.slice(0, 12).map(repositoryName),
    )
    expect(fetched.coverage).toEqual({ left_out: '88 of 100 repositories' })
    expect(http.asked).toHaveLength(20)
  })

  it('fails when nothing was answered, after all requests under way have ended', async () => {
    let ended = 0
    const http = fakeHttp(
      failing(() => {
        ended++
        return true
      }),
      (request) => request,
    )
    await expect(fetchAll(github, http, { day: DAY, known: naming(repositoryNames(10)) })).rejects.toThrow(
      'sample/r00',
    )
    expect(ended).toBe(10)
  })

  it('leaves one whose answer has another form, and fails where all have it', async () => {
    const respond = (url: string) => (url.endsWith('r003') ? { body: {} } : found(url))
    const given = { day: DAY, known: naming(repositoryNames(10)) }
    const fetched = await fetchAll(github, fakeHttp(respond), given)
    expect(fetched.coverage).toEqual({ left_out: '1 of 10 repositories' })
    const fetching = fetchAll(
      github,
      fakeHttp(() => ({ body: {} })),
      given,
    )
    await expect(fetching).rejects.toThrow('it has no full_name')
  })

  it('reads the same out of the archive wherever requests failed', async () => {
    const isDown = (request: number) => request === 2 || (request > 24 && request < 34) || request > 36
    // The same request fails at every attempt, whichever number it has.
    const order = new Map<string, number>()
    const respond = (url: string) => {
      if (!order.has(url)) order.set(url, order.size + 1)
      const left = { 'x-ratelimit-remaining': '40' }
      return isDown(order.get(url) ?? 0) ? { status: 500, body: '' } : { ...found(url), headers: left }
    }
    const given = { day: DAY, known: naming(repositoryNames(100)) }
    const { live, derived } = await recordAndReplay(github, respond, given)
    expect(live.coverage).toEqual({ left_out: '77 of 100 repositories' })
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it.each([
    ['as text', '7'],
    ['of no form', {}],
    ['beyond what can be told apart', 2 ** 53],
  ])('leaves an id %s unknown, and keeps the row', async (_, id) => {
    const http = fakeHttp((url) => ({ body: { full_name: repositoryName(url), id, owner: { id } } }))
    const [row] = selectRows(await fetchAll(github, http, { day: DAY, known: naming(['sample/a']) }))
    expect(row).toMatchObject({ full_name: 'sample/a', repository_id: null, owner_id: null })
    expect(github.row.safeParse(row).success).toBe(true)
  })

  it.each([
    ['stars below zero', 'cleaned', { stargazers_count: -1 }],
    ['half a star', 'cleaned', { stargazers_count: 1.5 }],
    ['stars as text', 'cleaned', { stargazers_count: '12' }],
    ['a repository without a name', 'quarantined', { full_name: null }],
    ['a time that is none', 'cleaned', { pushed_at: 'today' }],
  ])('of %s: the row is %s', async (_, verdict, fields) => {
    const http = fakeHttp((url) => ({ body: { full_name: repositoryName(url), ...fields } }))
    const [row] = selectRows(await fetchAll(github, http, { day: DAY, known: naming(['sample/a']) }))
    expect(checkRow(github, row)).toBe(verdict)
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
    ...{
      databaseId: 7,
      owner: { databaseId: 1 },
      nameWithOwner,
      url: `https://github.com/${nameWithOwner}`,
      stargazerCount: 5,
      forkCount: 2,
    },
    ...{ pushedAt: '2026-01-07T00:00:00Z', isArchived: false, isFork: true, primaryLanguage: { name: 'Go' } },
    licenseInfo: { spdxId: 'MIT' },
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

  it('asks in batches of fifty, with the token, and keeps the order', async () => {
    const requests: RequestOptions[] = []
    const http = fakeHttp(
      (url, options) => {
        expect(url).toBe('https://api.github.com/graphql')
        requests.push(options)
        return answer(options)
      },
      (request) => 9 - request,
    )
    const rows = selectRows(
      await fetchAll(github, http, { day: DAY, env, known: naming(repositoryNames(530)) }),
    )
    expect(rows).toEqual(selectRows(await fetchWith(answer, repositoryNames(530))))
    const sizes = requests.map((options) => aliases(options).length)
    expect(sizes.sort()).toEqual([...Array(10).fill(50), 30].sort())
    for (const { headers } of requests)
      expect(headers).toMatchObject({ authorization: 'Bearer sample-token' })
  })

  it('gives the same row as REST', async () => {
    const body = {
      ...{ id: 7, owner: { id: 1 } },
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
        license: { spdx_id: 'MIT' },
        description: null,
      },
      open_issues_count: 7,
    }
    const rest = await fetchAll(
      github,
      fakeHttp(() => ({ body })),
      { day: DAY, known: naming(['sample/a']) },
    )
    expect(selectRows(await fetchWith((options) => answer(options), ['sample/a']))).toEqual(selectRows(rest))
  })

  it.each([
    [{ spdxId: 'Apache-2.0' }, 'Apache-2.0'],
    [{ spdxId: 'NOASSERTION' }, 'NOASSERTION'],
    [{ spdxId: null }, 'NOASSERTION'],
    [null, 'NONE'],
  ])('takes the licence %j for %s', async (licenseInfo, license) => {
    const respond = (options: RequestOptions): Reply => ({
      body: { data: { [aliases(options)[0]?.alias ?? '']: node('sample/a', { licenseInfo }) } },
    })
    expect(selectRows(await fetchWith(respond, ['sample/a']))).toMatchObject([{ license }])
  })

  it('takes NOT_FOUND for not found, and passes over FORBIDDEN', async () => {
    const respond = (options: RequestOptions) => {
      const findAlias = (wanted: string) => aliases(options).find(({ name }) => name === wanted)?.alias ?? ''
      const [closed, absent] = [findAlias('sample/r001'), findAlias('sample/r002')]
      const errors = [
        { type: 'FORBIDDEN', path: [closed], message: 'an IP allow list' },
        { type: 'NOT_FOUND', path: [absent], message: 'no such repository' },
      ]
      return answer(options, errors, [closed, absent])
    }
    const rows = selectRows(await fetchWith(respond, repositoryNames(4)))
    expect(rows.map((row) => [row.repository, row.is_found, row.stars]).sort()).toEqual([
      ['sample/r000', true, 5],
      ['sample/r002', false, null],
      ['sample/r003', true, 5],
    ])
    for (const row of rows) expect(github.row.safeParse(row).success).toBe(true)
  })

  it.each([
    ['UpstreamDown', 'an error', { errors: [{ message: 'Something went wrong\u202e' }], data: null }],
    ['UpstreamDown', 'an error of no form', { errors: [null], data: {} }],
    ['UpstreamChanged', 'silence about a repository', { data: {} }],
    ['UpstreamChanged', 'no data', { data: null }],
    ['UpstreamChanged', '{}', {}],
  ])('is %s for %s', async (name, _, body) => {
    const error = await fetchWith(() => ({ body }), ['sample/a']).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ name, address: 'https://api.github.com/graphql' })
  })

  const TOO_MUCH = 'RESOURCE_LIMITS_EXCEEDED'
  /** A GitHub that answers queries of up to so many repositories. */
  const cutAt = (most: number) => (options: RequestOptions) => {
    const cut = aliases(options)
      .slice(most)
      .map(({ alias }) => alias)
    const errors = cut.map((alias) => ({
      type: TOO_MUCH,
      path: [alias],
      message: 'Resource limits exceeded.',
    }))
    return answer(options, errors, cut)
  }
  const batchSizes = (requests: RequestOptions[]) => requests.map((options) => aliases(options).length)
  const recordRequests = (respond: (options: RequestOptions) => Reply) => {
    const requests: RequestOptions[] = []
    const recordRequest = (options: RequestOptions) => {
      requests.push(options)
      return respond(options)
    }
    return { requests, respond: recordRequest }
  }

  it('splits a query that was too large, and keeps the rest of its answer', async () => {
    const { requests, respond } = recordRequests(cutAt(10))
    const fetched = await fetchWith(respond, repositoryNames(60))
    expect(batchSizes(requests)).toEqual([50, 10, 25, 15, 12, 3, 5, 2])
    expect(selectRows(fetched).every((row) => row.is_found === true && row.stars === 5)).toBe(true)
    expect(
      selectRows(fetched)
        .map((row) => row.repository)
        .sort(),
    ).toEqual(repositoryNames(60))
    expect(fetched.coverage).toBe('changes')
  })

  it('leaves for another day what is too large on its own', async () => {
    const respond = (options: RequestOptions) => {
      const heavy = aliases(options).find(({ name }) => name === 'sample/r002')?.alias
      return heavy ? answer(options, [{ type: TOO_MUCH, path: [heavy, 'issues'] }]) : answer(options)
    }
    const fetched = await fetchWith(respond, repositoryNames(4))
    expect(
      selectRows(fetched)
        .map((row) => row.repository)
        .sort(),
    ).toEqual(['sample/r000', 'sample/r001', 'sample/r003'])
    expect(fetched.coverage).toEqual({ left_out: '1 of 4 repositories' })
  })

  it('halves a query that was too large as a whole', async () => {
    const { requests, respond } = recordRequests((options) =>
      aliases(options).length > 3 ? { body: { data: null, errors: [{ type: TOO_MUCH }] } } : answer(options),
    )
    expect(selectRows(await fetchWith(respond, repositoryNames(7)))).toHaveLength(7)
    expect(batchSizes(requests)).toEqual([7, 3, 3, 1])
  })

  const wrong = { message: 'Something went wrong while executing your query.' }
  /** Errors of a whole query, as GitHub has sent them. */
  const errors: [string, object][] = [
    ['without a type', { body: { data: null, errors: [wrong] } }],
    ['without data', { body: { errors: [{ message: 'Timeout on validation of query' }] } }],
    ...['TIMEOUT', 'MAX_NODE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE', 'INTERNAL'].map(
      (type): [string, object] => [type, { body: { data: null, errors: [{ type, path: ['query'] }] } }],
    ),
    ['with status 502', { status: 502, body: 'upstream request timeout' }],
    ['that is a page', { body: '<!DOCTYPE html><title>Unicorn!</title>' }],
  ]

  it.each(errors)('gives up the one repository that brings an error %s, and no other', async (_, error) => {
    const isHeavy = (options: RequestOptions) => aliases(options).some(({ name }) => name === 'sample/r077')
    const { requests, respond } = recordRequests((options) =>
      isHeavy(options) ? (error as Reply) : answer(options),
    )
    const fetched = await fetchWith(respond, repositoryNames(200))
    const rest = repositoryNames(200).filter((name) => name !== 'sample/r077')
    expect(
      selectRows(fetched)
        .map((row) => row.repository)
        .sort(),
    ).toEqual(rest)
    expect(fetched.coverage).toEqual({ left_out: '1 of 200 repositories' })
    expect(batchSizes(requests).filter((size) => size === 1).length).toBeGreaterThan(0)
    expect(requests.length).toBeLessThanOrEqual(4 + 3 * 5)
  })

  it.each([['null without an error'], ['an error of its own without a type']])(
    'gives up one repository with %s',
    async (what) => {
      const respond = (options: RequestOptions) => {
        const silent = aliases(options).flatMap(({ name, alias }) => (name === 'sample/r002' ? [alias] : []))
        return answer(
          options,
          what.startsWith('null') ? [] : silent.map((alias) => ({ ...wrong, path: [alias] })),
          silent,
        )
      }
      const fetched = await fetchWith(respond, repositoryNames(60))
      expect(fetched.observations).toHaveLength(59)
      expect(fetched.coverage).toEqual({ left_out: '1 of 60 repositories' })
    },
  )

  it('reads all, though no batch of more than three is answered', async () => {
    const { requests, respond } = recordRequests((options) =>
      aliases(options).length > 3 ? { body: { data: null, errors: [wrong] } } : answer(options),
    )
    const fetched = await fetchWith(respond, repositoryNames(1000))
    expect(fetched.observations).toHaveLength(1000)
    expect(fetched.coverage).toBe('changes')
    expect(requests.length).toBeLessThan(1000)
  })

  it('ends after few requests when single repositories are not answered either', async () => {
    const { requests, respond } = recordRequests(() => ({ body: { data: null, errors: [wrong] } }))
    await expect(fetchWith(respond, repositoryNames(6000))).rejects.toThrow('GraphQL error "Something went')
    expect(batchSizes(requests)).toContain(1)
    expect(requests).toHaveLength(28)
  })

  it.each(['RATE_LIMIT', 'RATE_LIMITED'])('ends the day at %s with what it has', async (type) => {
    const spent = { errors: [{ type, message: 'API rate limit already exceeded' }] }
    let requests = 0
    const fetched = await fetchWith(
      (options) => (++requests > 6 ? { body: spent } : answer(options)),
      repositoryNames(600),
    )
    expect(selectRows(fetched)).toHaveLength(300)
    expect(fetched.coverage).toEqual({ left_out: '300 of 600 repositories' })
    expect(requests).toBe(8)
  })

  it('leaves all for another day when its limit was spent before', async () => {
    const body = { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }
    const fetched = await fetchWith(() => ({ body }), ['sample/a'])
    expect(fetched).toEqual({ observations: [], coverage: { left_out: '1 of 1 repositories' } })
  })

  it('keeps the batches that were finished when time or requests end, and derives the same', async () => {
    let begun = 0
    const order = new Map<string, number>()
    const respond = (_: string, options: RequestOptions): Reply => {
      const first = aliases(options)[0]?.name ?? ''
      if (!order.has(first)) order.set(first, ++begun)
      return (order.get(first) ?? 0) > 5 ? { status: 500, body: '' } : cutAt(20)(options)
    }
    const given = { day: DAY, env, known: naming(repositoryNames(1000)) }
    const { live, derived } = await recordAndReplay(github, respond, given)
    expect(selectRows(live)).toHaveLength(100)
    expect(live.coverage).toEqual({ left_out: '900 of 1,000 repositories' })
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it.each([['text'], [7], [true], [[]], [{}], [{ nameWithOwner: 1 }]])(
    'leaves %j in the place of a repository to quarantine',
    async (value) => {
      const [row] = selectRows(await fetchWith(() => ({ body: { data: { r0: value } } }), ['sample/a']))
      expect(github.row.safeParse(row).success).toBe(false)
    },
  )

  it('does not know the open issues when either part is missing', async () => {
    const part = (options: RequestOptions) => ({
      body: { data: { r0: node(aliases(options)[0]?.name ?? '', { pullRequests: null }) } },
    })
    expect(selectRows(await fetchWith(part, ['sample/a']))[0]?.open_issues).toBeNull()
  })
})
