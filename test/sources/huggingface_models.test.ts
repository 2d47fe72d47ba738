import { describe, expect, it } from 'vitest'
import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import huggingface from '../../pipeline/sources/huggingface_models.ts'
import { fetchAll, selectRows } from './context.ts'
import { recordAndReplay } from './contract.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const family = (id: string, ...patterns: string[]) => ({
  ...{ id, name: id, provider: 'Sample', organization: null, arena: [], openrouter: [] },
  ...{ huggingface: patterns, source_urls: [] },
})
const developer = (id: string, ...authors: string[]) => ({
  ...{ id, name: id, website: 'https://sample.example', github: [], repositories: [] },
  ...{ huggingface: authors, source_urls: [] },
})
const catalog = (families: Catalog['families'], developers: Catalog['developers'] = []): Catalog => ({
  families,
  developers,
  facilitators: [],
  chains: [],
})
const model = (id: string, downloads: unknown = null, base?: string) => ({
  ...{ id, downloads, tags: base ? ['text', `base_model:finetune:${base}`] : [] },
})
const readParameter = (url: string, name: string) => new URL(url).searchParams.get(name)

/** A hub that knows models by author, and answers every filter with all it has. */
const hub = (byAuthor: Record<string, object[]>, made: object[] = []) =>
  fakeHttp((url) => ({ body: byAuthor[readParameter(url, 'author') ?? ''] ?? made }))
const listBases = (http: { asked: string[] }) =>
  http.asked.flatMap((url) => readParameter(url, 'filter') ?? [])

describe('the authors', () => {
  it('are those of developers and those that patterns spell out, each once as developers spell them', async () => {
    const given = catalog(
      [family('a', '^sample-lab/A-'), family('b', '^Lone-Author/B-', '^(?:x|y)/B-')],
      [developer('lab', 'Sample-Lab', 'Other')],
    )
    const http = hub({})
    await fetchAll(huggingface, http, { catalog: given })
    expect(http.asked.map((url) => readParameter(url, 'author'))).toEqual([
      'Lone-Author',
      'Other',
      'Sample-Lab',
    ])
  })

  it('each have one day of the week after the first', async () => {
    const authors = Array.from({ length: 35 }, (_, i) => `author-${i}`)
    const asked: string[] = []
    for (let date = 9; date <= 15; date++) {
      const http = hub({})
      const [day = '', lastDay = ''] = [date, date - 1].map(
        (number) => `2026-01-${String(number).padStart(2, '0')}`,
      )
      await fetchAll(huggingface, http, { day, lastDay, catalog: catalog([], [developer('x', ...authors)]) })
      expect(http.asked.length).toBeLessThan(20)
      asked.push(...http.asked.map((url) => readParameter(url, 'author') ?? ''))
    }
    expect(asked.sort()).toEqual(authors.sort())
  })
})

describe('derived models', () => {
  const sample = catalog([family('a', '^lab/A-')])

  it.each<[string, object[], string]>([
    ['the most downloaded', [model('lab/A-1', 5), model('lab/A-2', 9), model('lab/Else', 99)], 'lab/A-2'],
    ['the first by id where downloads are not known', [model('lab/A-2'), model('lab/A-1')], 'lab/A-1'],
    ['one with downloads before one without', [model('lab/A-1', 1e308), model('lab/A-2', 0)], 'lab/A-2'],
  ])('is asked of %s of its models', async (_, models, base) => {
    const http = hub({ lab: models })
    await fetchAll(huggingface, http, { catalog: sample })
    expect(listBases(http)).toEqual([`base_model:${base}`])
  })

  it('is asked of a model known from before, though its author has another day', async () => {
    const day = ['2026-01-09', '2026-01-10', '2026-01-11', '2026-01-12', '2026-01-13', '2026-01-14']
    const asked: (string | null)[] = []
    for (const [i, date] of day.entries()) {
      const http = hub({ lab: [] })
      const known = { huggingface_models: [{ id: 'lab/A-7', downloads: 3, observed_on: '2026-01-08' }] }
      await fetchAll(huggingface, http, {
        day: date,
        lastDay: day[i - 1] ?? '2026-01-08',
        catalog: sample,
        known,
      })
      asked.push(...listBases(http))
    }
    expect(new Set(asked)).toEqual(new Set(['base_model:lab/A-7']))
  })

  it('is kept only where its tags name the model, and where it was not read already', async () => {
    const made = [
      model('fan/made', 1, 'lab/A-1'),
      model('fan/other', 1, 'lab/Else'),
      model('lab/A-1-chat', 1, 'lab/A-1'),
      { id: 'fan/untagged' },
    ]
    const http = hub({ lab: [model('lab/A-1', 7), model('lab/A-1-chat', 2, 'lab/A-1')] }, made)
    const rows = selectRows(await fetchAll(huggingface, http, { catalog: sample }))
    expect(rows.map((row) => [row.id, row.downloads])).toEqual([
      ['lab/A-1', 7],
      ['lab/A-1-chat', 2],
      ['fan/made', 1],
    ])
  })
})

describe('time and request limits', () => {
  const labs = Array.from({ length: 20 }, (_, i) => `lab-${String(i).padStart(2, '0')}`)
  const given = { catalog: catalog(labs.map((lab) => family(lab, `^${lab}/A-`))) }
  const answerFor = (url: string): Reply => {
    const author = readParameter(url, 'author')
    if (author !== null) return { body: [model(`${author}/A-1`, 1)] }
    const [, base = ''] = (readParameter(url, 'filter') ?? '').split(':')
    return { body: [model(`fan/of-${base.slice(0, 6)}`, 1, base)] }
  }
  /** A hub that answers so many requests, and none after. */
  const closing = (most: number) => {
    const order = new Map<string, number>()
    return (url: string): Reply => {
      if (!order.has(url)) order.set(url, order.size)
      return (order.get(url) ?? 0) < most ? answerFor(url) : { status: 500, body: '' }
    }
  }

  it.each([
    [10, 10, '10 of 20 authors and 10 of 10 models that others are made from'],
    [20, 20, '20 of 20 models that others are made from'],
    [29, 29, '11 of 20 models that others are made from'],
  ])('is kept after %i answers', async (most, rows, left_out) => {
    const { live, derived } = await recordAndReplay(huggingface, closing(most), given)
    expect(live.coverage).toEqual({ left_out })
    expect(live.observations).toHaveLength(rows)
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it('is all when nothing ended early, and a failure when nothing was answered', async () => {
    const { observations, coverage } = await fetchAll(huggingface, fakeHttp(answerFor), given)
    expect([observations.length, coverage]).toEqual([40, 'changes'])
    await expect(fetchAll(huggingface, fakeHttp(closing(0)), given)).rejects.toThrow('author=lab-00')
  })

  it('does not hide an answer of another form', async () => {
    const odd = (url: string) => (readParameter(url, 'author') ? answerFor(url) : { body: {} })
    await expect(fetchAll(huggingface, fakeHttp(odd), given)).rejects.toThrow('base_model')
  })
})

it.each([
  ['base_model:lab/A-1', ['lab/A-1']],
  ['base_model:quantized:lab/A-1', ['lab/A-1']],
  ['base_model:adapter:lab/A-1', ['lab/A-1']],
  ['base_model:lab', []],
  ['license:base_model:lab/A-1', []],
  [3, []],
])('reads the tag %s as %j', async (tag, bases) => {
  const http = hub({ lab: [{ id: 'lab/B', tags: [tag] }] })
  const [row] = selectRows(
    await fetchAll(huggingface, http, { catalog: catalog([], [developer('x', 'lab')]) }),
  )
  expect(row?.base_models).toEqual(bases)
})
