import { describe, expect, it } from 'vitest'
import npmDownloads from '../../pipeline/sources/npm_downloads.ts'
import { fetchAll, selectRows } from './context.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const WEEK = { start: '2026-01-01', end: '2026-01-07' }
const counted = (name: string) => ({ downloads: name.length, package: name, ...WEEK })
const namesIn = (url: string) => (/last-week\/(.*)$/.exec(url)?.[1] ?? '').split(',')

/** An npm that knows every package. */
const everything = (url: string): Reply => {
  const names = namesIn(url)
  const [only = ''] = names
  return {
    body: names.length === 1 ? counted(only) : Object.fromEntries(names.map((name) => [name, counted(name)])),
  }
}
const listing = (...names: string[]) => ({
  mcp_registry: [
    {
      name: 'io.sample/server',
      status: 'active',
      packages: names.map((identifier) => ({ registry: 'npm', identifier })),
      observed_on: '2026-01-08',
    },
  ],
})
const many = (count: number) => Array.from({ length: count }, (_, i) => `sample-${i}`)

describe('packages of one request', () => {
  it('is 128 names at most, and each name once', async () => {
    const http = fakeHttp(everything)
    const rows = selectRows(await fetchAll(npmDownloads, http, { known: listing(...many(300)) }))
    expect(http.asked.map((url) => namesIn(url).length)).toEqual([128, 128, 44])
    expect(rows.map((row) => row.package).sort()).toEqual(many(300).sort())
  })

  it('is one name with a scope', async () => {
    const http = fakeHttp(everything)
    await fetchAll(npmDownloads, http, { known: listing('@sample/a', 'b', 'c', '@sample/d') })
    expect(http.asked.map((url) => namesIn(url).sort()).sort()).toEqual([
      ['@sample/a'],
      ['@sample/d'],
      ['b', 'c'],
    ])
  })

  it('may be one name without a scope, which is answered like one with it', async () => {
    const http = fakeHttp(everything)
    const rows = selectRows(await fetchAll(npmDownloads, http, { known: listing('alone') }))
    expect(rows).toMatchObject([{ package: 'alone', is_found: true, downloads: 5 }])
  })
})

it('requests known packages on one day of the week, and new ones at once', async () => {
  const names = many(40)
  const observed = names.map((name) => ({ package: name, observed_on: '2026-01-08' }))
  const perDay: string[][] = []
  for (let date = 9; date <= 15; date++) {
    const http = fakeHttp(everything)
    const day = `2026-01-${String(date).padStart(2, '0')}`
    const known = { ...listing(...names, 'new'), npm_downloads: observed }
    perDay.push(
      selectRows(await fetchAll(npmDownloads, http, { day, known })).map((row) => String(row.package)),
    )
  }
  for (const asked of perDay) expect(asked).toContain('new')
  for (const name of names) {
    const first = perDay.findIndex((asked) => asked.includes(name))
    expect(first, name).toBeGreaterThanOrEqual(0)
    expect(perDay.slice(first).every((asked) => asked.includes(name))).toBe(true)
  }
  expect(perDay[0]?.length).toBeLessThan(20)
})

it('takes a missing scoped package and a null in bulk for packages that are not found', async () => {
  const http = fakeHttp((url) =>
    url.includes('@') ? { status: 404, body: { error: 'no' } } : { body: { a: null, b: counted('b') } },
  )
  const rows = selectRows(await fetchAll(npmDownloads, http, { known: listing('a', 'b', '@sample/c') }))
  expect(rows.map((row) => [row.package, row.is_found]).sort()).toEqual([
    ['@sample/c', false],
    ['a', false],
    ['b', true],
  ])
})

it('does not take silence about a package for its absence, nor for silence about all others', async () => {
  const http = fakeHttp(() => ({ body: { a: counted('a') } }))
  const fetched = await fetchAll(npmDownloads, http, { known: listing('a', 'constructor') })
  expect(selectRows(fetched).map((row) => row.package)).toEqual(['a'])
  expect(fetched.coverage).toEqual({ left_out: '1 of 2 packages' })
  const silent = fetchAll(npmDownloads, http, { known: listing('b', 'constructor') })
  await expect(silent).rejects.toThrow('last-week/b,constructor: it says nothing about any of them')
})

it.each([
  ['says nothing', {}],
  ['is a page', '<!DOCTYPE html><title>Just a moment</title>'],
])('leaves a bulk whose answer %s, and keeps the others', async (_, body) => {
  const http = fakeHttp((url) => (namesIn(url).length === 128 ? { body } : everything(url)))
  const fetched = await fetchAll(npmDownloads, http, { known: listing(...many(130), '@sample/c') })
  expect(selectRows(fetched)).toHaveLength(3)
  expect(fetched.coverage).toEqual({ left_out: '128 of 131 packages' })
})

it('leaves a package for which npm fails to another day', async () => {
  const http = fakeHttp((url) => (url.includes('@sample/a') ? { status: 500, body: '' } : everything(url)))
  const rows = selectRows(await fetchAll(npmDownloads, http, { known: listing('@sample/a', '@sample/b') }))
  expect(rows.map((row) => row.package)).toEqual(['@sample/b'])
})

describe('rejected packages', () => {
  it.each([400, 403, 405])(
    'is one name with a scope: %i leaves it, and it alone, to another day',
    async (status) => {
      const http = fakeHttp((url) => (/@sample\/[bc]$/.test(url) ? { status, body: 'no' } : everything(url)))
      const known = listing('@sample/a', '@sample/b', '@sample/c', '@sample/d')
      const fetched = await fetchAll(npmDownloads, http, { known })
      expect(
        selectRows(fetched)
          .map((row) => row.package)
          .sort(),
      ).toEqual(['@sample/a', '@sample/d'])
      expect(fetched.coverage).toEqual({ left_out: '2 of 4 packages' })
    },
  )

  it('is a bulk for the sake of one name in it: all others are counted', async () => {
    const http = fakeHttp((url) =>
      namesIn(url).includes('sample-77') ? { status: 400, body: { error: 'bad name' } } : everything(url),
    )
    const fetched = await fetchAll(npmDownloads, http, { known: listing(...many(128)) })
    const expected = many(128).filter((name) => name !== 'sample-77')
    expect(
      selectRows(fetched)
        .map((row) => row.package)
        .sort(),
    ).toEqual(expected.sort())
    expect(fetched.coverage).toEqual({ left_out: '1 of 128 packages' })
    // One way down to the name that npm dislikes, and the halves beside it.
    expect(http.asked).toHaveLength(15)
  })

  it('is a bulk, whoever is in it: the others are asked for, and it is left', async () => {
    const http = fakeHttp((url) => (url.includes(',') ? { status: 403, body: 'no' } : everything(url)))
    const fetched = await fetchAll(npmDownloads, http, { known: listing('a', 'b', '@sample/c') })
    expect(selectRows(fetched).map((row) => row.package)).toEqual(['@sample/c'])
    expect(fetched.coverage).toEqual({ left_out: '2 of 3 packages' })
  })

  it('is everything, for a while: earlier counts are kept, and the rest is deferred', async () => {
    const http = fakeHttp((url) =>
      http.asked.length > 5 ? { status: 429, body: '<html>' } : everything(url),
    )
    const scoped = many(20).map((name) => `@sample/${name}`)
    const fetched = await fetchAll(npmDownloads, http, { known: listing(...many(130), ...scoped) })
    expect(selectRows(fetched)).toHaveLength(128 + 2 + 3)
    expect(fetched.coverage).toEqual({
      left_out: '17 of 150 packages; 14 wait for their turn, about 1 more run',
    })
    expect(http.asked).toHaveLength(8)
  })

  it('is everything from the start: an outage, and no word about any package', async () => {
    const http = fakeHttp(() => ({ status: 429, body: '<html>' }))
    await expect(fetchAll(npmDownloads, http, { known: listing('a', 'b', '@sample/c') })).rejects.toThrow(
      '429',
    )
  })
})

it('requests names with a scope in turn, the most used first, all of a registry within three days', async () => {
  const names = Array.from({ length: 2_900 }, (_, i) => `@sample-${i}/a`)
  const last = new Map<string, string>()
  const perDay: number[] = []
  for (const day of ['2026-01-05', '2026-01-06', '2026-01-07']) {
    const npm_downloads = [...last].map(([name, observed_on]) => ({ package: name, observed_on }))
    const known = { ...listing(...names, 'plain'), npm_downloads }
    const fetched = await fetchAll(npmDownloads, fakeHttp(everything), { day, known })
    const scoped = selectRows(fetched).filter((row) => row.package !== 'plain')
    perDay.push(scoped.length)
    for (const row of scoped) last.set(String(row.package), day)
    if (day === '2026-01-05')
      expect(fetched.coverage).toEqual({
        left_out: '1,100 of 2,901 packages; 1,100 wait for their turn, about 2 more runs',
      })
  }
  expect(perDay[0]).toBe(1_800)
  expect(last.size).toBe(2_900)
})

it('asks for new names by the stars of the repository that is named with them', async () => {
  const server = (name: string, owner: string) => ({
    ...listing(name).mcp_registry[0],
    ...{ name: `io.${owner}/server`, repository_url: `https://github.com/${owner}/server` },
  })
  const mcp_registry = ['few', 'none', 'many'].map((owner) => server(`@${owner}/a`, owner))
  const github = Object.entries({ few: 3, many: 9_000 }).map(([owner, stars]) => ({
    ...{ repository: `${owner}/server`, stars, observed_on: '2026-01-08' },
  }))
  const http = fakeHttp(everything)
  await fetchAll(npmDownloads, http, { known: { mcp_registry, github } as never })
  expect(http.asked.flatMap(namesIn)).toEqual(['@many/a', '@few/a', '@none/a'])
})

describe('a week of zeros', () => {
  const none = (url: string): Reply => {
    const names = namesIn(url)
    const zero = (name: string) => ({ downloads: 0, package: name, ...WEEK })
    const [only = ''] = names
    return {
      body: names.length === 1 ? zero(only) : Object.fromEntries(names.map((name) => [name, zero(name)])),
    }
  }

  it('is not observed, in bulk and one by one, and said so', async () => {
    const known = listing('@sample/a', '@sample/b', 'plain-a', 'plain-b')
    const { observations, coverage } = await fetchAll(npmDownloads, fakeHttp(none), { known })
    expect(observations.map(({ row }) => npmDownloads.row.safeParse(row).success)).toEqual(
      Array(4).fill(false),
    )
    expect(coverage).toEqual({ left_out: '4 of 4 rows, of which every count is 0' })
  })

  it('is asked for again on the next day', async () => {
    const known = { ...listing('sample-a', 'sample-b'), npm_downloads: [] }
    const http = fakeHttp(everything)
    await fetchAll(npmDownloads, fakeHttp(none), { known, day: '2026-01-08' })
    await fetchAll(npmDownloads, http, { known, day: '2026-01-09' })
    expect(http.asked.flatMap(namesIn).sort()).toEqual(['sample-a', 'sample-b'])
  })
})

it('leaves a name that npm has no statistics of, and stops for nothing', async () => {
  const silent = { body: { error: 'no stats for this package for this period (0002)' } }
  const http = fakeHttp((url) => (url.endsWith('@sample/a') ? silent : everything(url)))
  const { observations, coverage } = await fetchAll(npmDownloads, http, {
    known: listing('@sample/a', 'b', 'c'),
  })
  expect(observations.map(({ row }) => row.package).sort()).toEqual(['b', 'c'])
  expect(coverage).toEqual({ left_out: '1 of 3 packages' })
})

describe('a stranger who names many', () => {
  const DAY = '2026-01-08'
  const known = (names: string[]) =>
    names
      .map((name) => counted(name))
      .map(({ package: name }) => ({
        ...{ package: name, is_found: true, observed_on: '2025-12-01' },
      }))
  const flood = (...names: string[]) => ({ ...listing(...names).mcp_registry[0], name: 'io.flood/server' })
  const givenFlood = (own: string[], names: string[]) => ({
    mcp_registry: [...listing(...own).mcp_registry, flood(...names)].map((row) => ({
      ...{ name: '', status: '', packages: [], observed_on: DAY },
      ...row,
    })),
    npm_downloads: known(own),
  })
  const numbered = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(5, '0')}`)

  it('of names with a scope does not take the turns of those that npm knows', async () => {
    const own = numbered('@sample/', 40)
    const http = fakeHttp((url) => (http.asked.length > 100 ? undefined : everything(url)))
    await fetchAll(npmDownloads, http, { day: DAY, known: givenFlood(own, numbered('@a/', 1_000)) })
    const asked = http.asked.slice(0, 100).flatMap(namesIn)
    expect(own.filter((name) => !asked.includes(name))).toEqual([])
  })

  it('of names without a scope leaves requests for those with one', async () => {
    const own = [...numbered('@sample/', 20), ...numbered('sample-', 100)]
    const http = fakeHttp((url) => (http.asked.length > 110 ? undefined : everything(url)))
    await fetchAll(npmDownloads, http, { day: DAY, known: givenFlood(own, numbered('a', 20_000)) })
    const asked = http.asked.flatMap(namesIn)
    expect(own.filter((name) => !asked.includes(name))).toEqual([])
    expect(http.asked.length).toBeLessThanOrEqual(1 + 40 + 20)
  })

  it('of names that npm dislikes does not take the requests of the others', async () => {
    const own = [...numbered('@sample/', 20), ...numbered('sample-', 100)]
    const isRejected = (url: string) => namesIn(url).some((name) => name.startsWith('bad'))
    const http = fakeHttp((url) => {
      if (http.asked.length > 110) return undefined
      return isRejected(url) ? { status: 400, body: { error: 'bad name' } } : everything(url)
    })
    const { observations } = await fetchAll(npmDownloads, http, {
      day: DAY,
      known: givenFlood(own, numbered('bad', 5_000)),
    })
    const counted = observations.map(({ row }) => row.package)
    expect(own.filter((name) => !counted.includes(name))).toEqual([])
  })
})
