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
const isDated = (sql = '') => sql.includes('max(date)')
/** The dates of a condition such as `date > '2026-01-01' AND date <= '2026-01-08'`. */
const isIn = (sql = '', date = '') =>
  [...sql.matchAll(/date ([<>]=?) '([\d-]+)'/g)].every(([, sign = '', bound = '']) =>
    sign.startsWith('>')
      ? date > bound || (sign === '>=' && date === bound)
      : date < bound || (sign === '<=' && date === bound),
  )

/** A service that has these days of every package, with two downloads on each. */
const every =
  (...dates: string[]) =>
  (sql?: string) => {
    const days = dates.filter((date) => isIn(sql, date)).sort()
    const figure = isDated(sql) ? days.at(-1) : days.length * 2
    return table(days.length === 0 ? [] : namesIn(sql).map((name) => [name, figure]))
  }

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
    expect(queries.map(namesIn)).toEqual([
      ['other', 'sample-tool'],
      ['other', 'sample-tool'],
    ])
  })

  it('has a row for each of 900 packages at most, and all are asked for each day', async () => {
    const { http, queries } = serve(every('2026-01-06', '2026-01-07'))
    const pypi_downloads = many(1200).map((name) => ({ package: name, observed_on: '2026-01-07' }))
    const known = { ...listing(...many(1200)), pypi_downloads }
    const fetched = await fetchAll(pypiDownloads, http, { known })
    expect(queries.map((sql) => namesIn(sql).length)).toEqual([900, 300, 900, 300])
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
    expect(new Set(queries.map((sql) => namesIn(sql).join()))).toEqual(new Set(['fine,own']))
  })

  it('is not sent when there is nothing to ask for', async () => {
    const { http, queries } = serve(every('2026-01-07'))
    expect(await fetchAll(pypiDownloads, http)).toEqual({ observations: [], coverage: 'changes' })
    expect(queries).toEqual([])
  })
})

describe('the newest day', () => {
  it('is that of any package, and the same for all, whichever query tells of it', async () => {
    const first = many(901).at(-1) ?? ''
    const { http } = serve((sql) =>
      every(...(namesIn(sql).includes(first) ? ['2026-01-05'] : ['2025-12-28', '2025-12-29']))(sql),
    )
    const rows = selectRows(await fetchAll(pypiDownloads, http, { known: listing(...many(901)) }))
    expect(rows.map((row) => row.period_end)).toEqual(many(901).map(() => '2026-01-05'))
    expect(new Set(rows.map((row) => row.last_week))).toEqual(new Set([0, 2]))
  })

  it('ends a week of seven days', async () => {
    const dates = Array.from({ length: 40 }, (_, i) =>
      new Date(Date.UTC(2026, 0, 7 - i)).toISOString().slice(0, 10),
    )
    const [row] = selectRows(
      await fetchAll(pypiDownloads, serve(every(...dates)).http, { known: listing('a') }),
    )
    expect(row).toMatchObject({ last_week: 14, period_end: '2026-01-07' })
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

describe('a service that answers in part', () => {
  /** The published limits: answers are cut at 1,000 rows, unless the query asks for an error. */
  const limited = (url: string, sql?: string): Reply => {
    const { data, rows } = every('2026-01-06', '2026-01-07')(sql).body as { data: unknown[]; rows: number }
    if (rows <= 1000) return table(data)
    const isThrown = new URL(url).searchParams.get('result_overflow_mode') === 'throw'
    return isThrown ? { status: 500, body: 'Code: 396' } : table(data.slice(0, 1000))
  }

  it('is never cut by its limit of rows, and would say so', async () => {
    const asked: string[] = []
    const http = fakeHttp((url, { text }) => {
      asked.push(url)
      return limited(url, text)
    })
    const rows = selectRows(await fetchAll(pypiDownloads, http, { known: listing(...many(2500)) }))
    expect(rows.filter((row) => row.is_found && row.last_week === 4)).toHaveLength(2500)
    for (const url of asked) {
      const settings = new URL(url).searchParams
      for (const mode of ['result', 'read']) expect(settings.get(`${mode}_overflow_mode`)).toBe('throw')
    }
  })

  it.each([
    ['fails', { status: 500, body: 'Code: 396' }],
    ['answers with a page', { body: '<!DOCTYPE html>' }],
    ['says that a table is missing', { status: 404, body: 'Code: 60' }],
  ])('keeps the batches before one that %s, and reports the rest', async (_, reply) => {
    const { http, queries } = serve((sql, query) => (query === 5 ? reply : every('2026-01-07')(sql)))
    const fetched = await fetchAll(pypiDownloads, http, { known: listing(...many(2000)) })
    expect(selectRows(fetched)).toHaveLength(900)
    expect(fetched.coverage).toEqual({ left_out: '1,100 of 2,000 packages' })
    expect(queries).toHaveLength(5)
  })

  it('does not take an answer that has not all of its rows for a whole one', async () => {
    const { http } = serve(() => ({ body: { data: [['a', '2026-01-07']], rows: 2 } }))
    await expect(fetchAll(pypiDownloads, http, { known: listing('a', 'b') })).rejects.toThrow('as many rows')
  })

  it.each([1, 2])('is an outage when query %i, the first of its kind, has no answer', async (broken) => {
    const { http } = serve((sql, query) =>
      query === broken ? { status: 500, body: 'Code: 202' } : every('2026-01-07')(sql),
    )
    await expect(fetchAll(pypiDownloads, http, { known: listing('a') })).rejects.toThrow('500')
  })
})

it.each([
  ['a count below zero', 'sum', ['a', -1]],
  ['a day that nobody asked for', 'max', ['a', '2026-01-08']],
  ['a package that nobody asked for', 'sum', ['other', 9]],
  ['a package that nobody asked for', 'max', ['other', '2026-01-07']],
  ['a row of another form', 'max', 'a'],
])('leaves %s to quarantine (%s)', async (_, figure, odd) => {
  const { http } = serve((sql = '') => {
    const own = namesIn(sql).map((name) => [name, isDated(sql) ? '2026-01-06' : 1])
    return table(sql.includes(figure) ? [...own, odd] : own)
  })
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
  const { http, queries } = serve(every('2026-01-07'))
  const { observations, coverage } = await fetchAll(pypiDownloads, http, {
    known: { mcp_registry: servers, pypi_downloads },
  })
  const counted = new Set(observations.map(({ row }) => row.package))
  expect(own.filter((name) => !counted.has(name))).toEqual([])
  // The hour's queries suffice, though one is repeated.
  expect(queries).toHaveLength(50)
  expect(coverage).toEqual({ left_out: '7,800 of 30,300 packages' })
})
