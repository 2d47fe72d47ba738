import { describe, expect, it } from 'vitest'
import pypiDownloads from '../../pipeline/sources/pypi_downloads.ts'
import { fetchAll, selectRows } from './context.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const listing = (...identifiers: string[]) => ({
  mcp_registry: [
    {
      name: 'io.sample/server',
      status: 'active',
      packages: identifiers.map((identifier) => ({ registry: 'pypi', identifier })),
      observed_on: '2026-01-08',
    },
  ],
})
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => `sample-${String(i).padStart(4, '0')}`)
const namesIn = (sql = '') =>
  (/IN \((.*?)\)/.exec(sql)?.[1] ?? '').split(', ').map((name) => name.slice(1, -1))
const table = (data: unknown[]): Reply => ({ body: { data, rows: data.length } })

/** A service that has these days of every package. */
const every =
  (...dates: string[]) =>
  (sql?: string) =>
    table(namesIn(sql).flatMap((name) => dates.map((date) => [name, date, 2])))

/** An upstream that a function of the query answers, and the queries that it was sent. */
function serve(respond: (sql: string | undefined, count: number) => Reply) {
  const queries: string[] = []
  const http = fakeHttp((_, { text }) => respond(text, queries.push(text ?? '')))
  return { http, queries }
}

describe('one query', () => {
  it('asks once for all spellings of a name', async () => {
    const { http, queries } = serve(every('2026-01-07'))
    const known = listing('Sample_Tool', 'sample.tool', 'sample-tool@2.0', 'other')
    const rows = selectRows(await fetchAll(pypiDownloads, http, { known }))
    expect(rows.map((row) => row.package)).toEqual(['other', 'sample-tool'])
    expect(queries.map(namesIn)).toEqual([['other', 'sample-tool']])
  })

  it('is for 500 packages at most, and all are asked for each day', async () => {
    const { http, queries } = serve(every('2026-01-07'))
    const pypi_downloads = many(1200).map((name) => ({ package: name, observed_on: '2026-01-07' }))
    const known = { ...listing(...many(1200)), pypi_downloads }
    const fetched = await fetchAll(pypiDownloads, http, { known })
    expect(queries.map((sql) => namesIn(sql).length)).toEqual([500, 500, 200])
    expect(
      selectRows(fetched)
        .map((row) => row.package)
        .sort(),
    ).toEqual(many(1200))
    expect(fetched.coverage).toBe('changes')
  })

  it('holds nothing that is more than a name', async () => {
    const { http, queries } = serve(every('2026-01-07'))
    const hostile = ["a') OR 1=1 --", "a'b", 'a\\', 'a b', 'a;b', 'a)', '-a', 'a--', 'ä', '', 'x'.repeat(215)]
    const lab = {
      id: 'lab',
      name: 'Lab',
      website: 'https://lab.sample.example',
      github: [],
      repositories: [],
      source_urls: [],
      packages: ['pypi:a--b', 'pypi:own'],
    }
    const catalog = { families: [], developers: [lab], facilitators: [], chains: [] }
    await fetchAll(pypiDownloads, http, { known: listing('fine', ...hostile), catalog })
    expect(queries.map(namesIn)).toEqual([['fine', 'own']])
  })

  it('is not sent when there is nothing to ask for', async () => {
    const { http, queries } = serve(every('2026-01-07'))
    expect(await fetchAll(pypiDownloads, http)).toEqual({ observations: [], coverage: 'changes' })
    expect(queries).toEqual([])
  })
})

describe('the newest day', () => {
  it('is that of any package, and the same for all, whichever query tells of it', async () => {
    const { http } = serve((sql, query) => every(query === 1 ? '2026-01-04' : '2026-01-05')(sql))
    const rows = selectRows(await fetchAll(pypiDownloads, http, { known: listing(...many(501)) }))
    expect(rows.map((row) => row.period_end)).toEqual(many(501).map(() => '2026-01-05'))
    expect([rows[0], rows[500]].map((row) => [row?.last_day, row?.last_week])).toEqual([
      [0, 2],
      [2, 2],
    ])
  })

  it('ends a day, a week of seven days and a month of thirty', async () => {
    const dates = Array.from({ length: 40 }, (_, i) =>
      new Date(Date.UTC(2026, 0, 7 - i)).toISOString().slice(0, 10),
    )
    const [row] = selectRows(
      await fetchAll(pypiDownloads, serve(every(...dates)).http, { known: listing('a') }),
    )
    expect(row).toMatchObject({ last_day: 2, last_week: 14, last_month: 60, period_end: '2026-01-07' })
  })

  it.each([
    ['half a month back', '2025-12-24', true],
    ['further back: the counts of before say as much', '2025-12-23', false],
  ])('may be %s', async (_, date, isTaken) => {
    const fetching = fetchAll(pypiDownloads, serve(every(date)).http, { known: listing('a') })
    const fetched = await fetching.catch((error: unknown) => error)
    expect(fetched instanceof Error).toBe(!isTaken)
  })
})

it('takes silence about every package for a failure, and not for their absence', async () => {
  const fetching = fetchAll(pypiDownloads, serve(() => table([])).http, { known: listing('a', 'b') })
  await expect(fetching).rejects.toThrow('clickhouse.com')
})

it('keeps the counts before the service failed, and reports the rest', async () => {
  const { http, queries } = serve((sql, query) =>
    query === 1 ? every('2026-01-07')(sql) : { status: 500, body: 'Code: 202' },
  )
  const fetched = await fetchAll(pypiDownloads, http, { known: listing(...many(1100)) })
  expect(selectRows(fetched)).toHaveLength(500)
  expect(fetched.coverage).toEqual({ left_out: '600 of 1100 packages' })
  expect(queries).toHaveLength(2)
})

it('does not take an answer that has not all of its rows for a whole one', async () => {
  const { http } = serve(() => ({ body: { data: [['a', '2026-01-07', 1]], rows: 2 } }))
  await expect(fetchAll(pypiDownloads, http, { known: listing('a', 'b') })).rejects.toThrow('as many rows')
})

it('is an outage when the first query has no answer', async () => {
  const { http } = serve(() => ({ status: 500, body: 'Code: 202' }))
  await expect(fetchAll(pypiDownloads, http, { known: listing('a') })).rejects.toThrow('500')
})

it.each([
  ['a count below zero', ['a', '2026-01-07', -1]],
  ['a day that nobody asked for', ['a', '2026-01-08', 9]],
  ['a package that nobody asked for', ['other', '2026-01-07', 9]],
  ['a row of another form', 'a'],
])('leaves %s to quarantine', async (_, odd) => {
  const { http } = serve(() => table([['a', '2026-01-06', 1], ['b', '2026-01-06', 1], odd]))
  const rows = selectRows(await fetchAll(pypiDownloads, http, { known: listing('a', 'b') }))
  const good = rows.filter((row) => pypiDownloads.row.safeParse(row).success)
  expect(good).toContainEqual(
    expect.objectContaining({ package: 'b', last_week: 1, period_end: '2026-01-06' }),
  )
  expect(rows.length - good.length).toBe(1)
})

it('does not leave what it knows for the thousands that a stranger names', async () => {
  const own = Array.from({ length: 300 }, (_, i) => `z-sample-${i}`)
  const flood = Array.from({ length: 30_000 }, (_, i) => `a-${i}`)
  const servers = [
    { ...listing(...own).mcp_registry[0], observed_on: '2026-01-08' },
    { ...listing(...flood).mcp_registry[0], name: 'io.flood/server', observed_on: '2026-01-08' },
  ]
  const pypi_downloads = own.map((name) => ({ package: name, is_found: true, observed_on: '2026-01-07' }))
  const { http, queries } = serve((sql, query) =>
    query > 40 ? { status: 500, body: 'spent' } : every('2026-01-07')(sql),
  )
  const { observations, coverage } = await fetchAll(pypiDownloads, http, {
    known: { mcp_registry: servers, pypi_downloads },
  })
  const counted = new Set(observations.map(({ row }) => row.package))
  expect(own.filter((name) => !counted.has(name))).toEqual([])
  expect(queries).toHaveLength(40)
  expect(coverage).toEqual({ left_out: '10300 of 30300 packages' })
})
