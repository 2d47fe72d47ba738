import { describe, expect, it } from 'vitest'
import arena from '../../pipeline/sources/arena.ts'
import { checkRow, fetchAll, selectRows } from './context.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const DAY = '2026-01-07'
const entry = (model_name: unknown, rank: unknown, over: object = {}) => ({
  ...{ model_name, rank, rating: 1000, rating_lower: 990, rating_upper: 1010, vote_count: 7 },
  ...{ organization: 'sample', license: '', category: 'overall', leaderboard_publish_date: DAY },
  ...over,
})
const latest = (...configs: unknown[]) =>
  configs.flatMap((config) => ['full', 'latest'].map((split) => ({ config, split })))
const replyPage = (entries: unknown[], { searchParams: query }: URL): Reply => {
  const [offset, length] = [Number(query.get('offset')), Number(query.get('length'))]
  const rows = entries.slice(offset, offset + length).map((row) => ({ row }))
  return { body: { rows, num_rows_total: entries.length, partial: false } }
}

/** The dataset with these splits, each subset of which a function answers. */
function serve(listing: object, respond: (subset: string, url: URL) => Reply) {
  return fakeHttp((address) => {
    const url = new URL(address)
    if (url.pathname === '/splits') return { body: { splits: [], pending: [], failed: [], ...listing } }
    return respond(url.searchParams.get('config') ?? '', url)
  })
}
const serveText = (...entries: unknown[]) =>
  serve({ splits: latest('text_style_control') }, (_, url) => replyPage(entries, url))
const listSubsets = (asked: string[]) => asked.slice(1).map((url) => new URL(url).searchParams.get('config'))

describe('a model that is listed twice on a board', () => {
  it.each([
    [[3, 2], 2],
    [[2, 3], 2],
    [[null, 2], 2],
    [[2, 'first'], 2],
  ])('with ranks %j counts once, with rank %s', async (ranks, best) => {
    const entries = ranks.map((rank) => entry('sample-model', rank))
    const rows = selectRows(await fetchAll(arena, serveText(...entries, entry('other', 9))))
    expect(rows.map((row) => [row.model, row.rank])).toEqual([
      ['sample-model', best],
      ['other', 9],
    ])
  })

  it.each([0, 1])('counts as of its newest date, in whatever order (%i)', async (turned) => {
    const entries = [entry('a', 1, { leaderboard_publish_date: '2026-01-02' }), entry('a', 8)]
    const [row, ...others] = selectRows(
      await fetchAll(arena, serveText(...(turned ? entries.toReversed() : entries))),
    )
    expect([row?.rank, row?.board_updated_on, others]).toEqual([8, DAY, []])
  })
})

describe('which subsets are read', () => {
  it('is what arena.ai shows: with style control where there is one, and none of another scale', async () => {
    const named = ['text', 'text_style_control', 'text_factuality', 'vision_style_control', 'agent', 'webdev']
    const http = serve({ splits: latest(...named, 'image_edit') }, (_, url) =>
      replyPage([entry('a', 1)], url),
    )
    const { observations, coverage } = await fetchAll(arena, http)
    expect(listSubsets(http.asked)).toEqual([
      'text_style_control',
      'vision_style_control',
      'webdev',
      'image_edit',
    ])
    expect(observations.map(({ row }) => row.board)).toEqual(['text', 'vision', 'code', 'image-edit'])
    expect(coverage).toBe('all')
  })

  it('is those that are ready: one that the server still works on is left for another day', async () => {
    const listing = {
      splits: latest('text_style_control'),
      pending: [{ config: 'webdev' }, { config: 'agent' }],
      failed: [{ config: 'video_edit', split: 'latest' }],
    }
    const fetched = await fetchAll(
      arena,
      serve(listing, (_, url) => replyPage([entry('a', 1)], url)),
    )
    expect(selectRows(fetched)).toHaveLength(1)
    expect(fetched.coverage).toEqual({ left_out: '2 of 3 boards' })
  })

  it.each([[[]], [latest('vision_style_control', 'text')]])(
    'is a failure without the text board: %j',
    async (splits) => {
      const http = serve({ splits }, (_, url) => replyPage([entry('a', 1)], url))
      await expect(fetchAll(arena, http)).rejects.toThrow('it has no text board')
    },
  )
})

describe('a board', () => {
  it('is read to its end, a hundred rows at a time, of one category', async () => {
    const entries = Array.from({ length: 250 }, (_, i) => entry(`sample-${i}`, i + 1))
    const http = serveText(...entries)
    const rows = selectRows(await fetchAll(arena, http))
    expect(rows.map((row) => row.model)).toEqual(entries.map(({ model_name }) => model_name))
    const asked = http.asked.slice(1).map((url) => new URL(url).searchParams)
    expect(asked.map((query) => [query.get('offset'), query.get('where')])).toEqual(
      ['0', '100', '200'].map((offset) => [offset, `"category"='overall'`]),
    )
  })

  it.each([
    ['has no answer', () => ({ status: 500, body: '' })],
    [
      'changes while it is read',
      (url: URL) => replyPage(Array(url.search.includes('offset=0') ? 150 : 151).fill(entry('a', 1)), url),
    ],
    ['ends too early', () => ({ body: { rows: [], num_rows_total: 3 } })],
  ])('that %s is left for another day, and the others count', async (_, respond) => {
    const http = serve({ splits: latest('text_style_control', 'webdev') }, (subset, url) =>
      subset === 'webdev' ? respond(url) : replyPage([entry('a', 1)], url),
    )
    const fetched = await fetchAll(arena, http)
    expect(selectRows(fetched).map((row) => row.board)).toEqual(['text'])
    expect(fetched.coverage).toEqual({ left_out: '1 of 2 boards' })
  })

  it.each([
    ['without models', { rows: [], num_rows_total: 0 }],
    [
      'of which the server has only a part',
      { rows: [{ row: entry('a', 1) }], num_rows_total: 1, partial: true },
    ],
  ])('%s is a failure, and not a departure', async (_, body) => {
    const http = serve({ splits: latest('text_style_control') }, () => ({ body }))
    await expect(fetchAll(arena, http)).rejects.toThrow('https://datasets-server.huggingface.co/filter')
  })
})

it('takes an empty name of a vendor or a licence for none', async () => {
  const [row] = selectRows(await fetchAll(arena, serveText(entry('a', 1, { organization: '' }))))
  expect(row).toMatchObject({ vendor: null, license: null })
  expect(arena.row.safeParse(row).success).toBe(true)
})

it.each([
  ['a model with a character that turns text round', 'quarantined', entry('a\u202eb', 1)],
  ['a rank of zero', 'cleaned', entry('sample-model', 0)],
  ['a score that is text', 'cleaned', entry('sample-model', 1, { rating: '1500' })],
  ['votes below zero', 'cleaned', entry('sample-model', 1, { vote_count: -1 })],
  ['a row of another category', 'quarantined', entry('sample-model', 1, { category: 'coding' })],
  ['a date that is none', 'cleaned', entry('sample-model', 1, { leaderboard_publish_date: '13 days ago' })],
])('of %s: the row is %s', async (_, verdict, item) => {
  const [row] = selectRows(await fetchAll(arena, serveText(item)))
  expect(checkRow(arena, row)).toBe(verdict)
})
