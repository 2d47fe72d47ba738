import { expect, test } from 'vitest'
import { z } from 'zod'
import { UpstreamDown } from '../../core/domain/errors.ts'
import { type ObserveResult, observe } from '../../pipeline/ingest/observe.ts'
import { defineSource } from '../../pipeline/source/define_source.ts'
import type { FetchContext, Observation, Source } from '../../pipeline/source/source.ts'

const from = {
  url: 'https://upstream.example/list',
  status: 200,
  sha256: 'a'.repeat(64),
  retrievedAt: '2026-01-01T10:00:00.000Z',
  data: null,
  next: null,
}
const context = { day: '2026-01-01' } as FetchContext

/** The rows of a fetch that did not fail. */
function observedRows(seen: ObserveResult): Record<string, unknown>[] {
  if (seen.outcome !== 'ok') throw seen.error
  const rows = seen.rows.read()
  seen.rows.remove()
  return rows
}

const source = (rows: Record<string, unknown>[], failure?: Error): Source =>
  defineSource({
    name: 'sample',
    title: 'Sample',
    docs: 'https://upstream.example',
    license: 'none',
    republished: 'all',
    attribution: 'Sample',
    key: ['id'],
    budget: 1,
    row: z.object({
      id: z.string().max(20),
      stars: z.int().min(0).nullable(),
      tags: z.array(z.string()),
    }),
    async *fetch() {
      for (const row of rows) yield { from, row } satisfies Observation
      if (failure) throw failure
      return 'all'
    },
  })

test('good rows carry their provenance, in the order in which they came; bad ones go to quarantine with the reason', async () => {
  const seen = await observe(
    source([
      { id: 'b', stars: 2, tags: [] },
      { id: 'a', stars: null, tags: [] },
      { id: 'c'.repeat(21), stars: 1 },
      { stars: 1 },
      { id: 'b', stars: 3 },
    ]),
    context,
  )
  if (seen.outcome !== 'ok') throw new Error('failed')
  expect(observedRows(seen)).toEqual([
    {
      id: 'b',
      stars: 2,
      tags: [],
      observed_on: '2026-01-01',
      observed_at: from.retrievedAt,
      source_url: from.url,
      response_sha256: from.sha256,
    },
    {
      id: 'a',
      stars: null,
      tags: [],
      observed_on: '2026-01-01',
      observed_at: from.retrievedAt,
      source_url: from.url,
      response_sha256: from.sha256,
    },
  ])
  expect(seen.quarantined.map((quarantinedRow) => quarantinedRow.reason)).toEqual([
    expect.stringContaining('id: '),
    expect.stringContaining('id: '),
    'id: stands twice in one fetch, the first is kept',
  ])
  expect(seen.quarantined[0]).toMatchObject({
    source: 'sample',
    date: '2026-01-01',
    source_url: from.url,
    row: `{"id":"${'c'.repeat(21)}","stars":1}`,
  })
})

test('half a surrogate pair, valid in JSON and nowhere else, is quarantined in a key and dropped elsewhere', async () => {
  const seen = await observe(
    source([
      { id: '\ud83d', stars: 1 },
      { id: 'x', stars: 1, tags: ['ok', '\udc00'] },
      { id: '😀', stars: 1, tags: [] },
    ]),
    context,
  )
  if (seen.outcome !== 'ok') throw new Error('failed')
  expect(observedRows(seen).map((row) => [row.id, row.tags])).toEqual([
    ['x', ['ok']],
    ['😀', []],
  ])
  for (const { row } of seen.quarantined) expect(row.isWellFormed()).toBe(true)
  expect(seen.quarantined).toHaveLength(1)
})

test('what the upstream fails at is an outcome without rows; a bug of the source is thrown', async () => {
  const down = new UpstreamDown('https://upstream.example/list', 'no answer')
  expect(await observe(source([{ id: 'a', stars: 1 }], down), context)).toEqual({
    outcome: 'failed',
    error: down,
  })
  await expect(observe(source([], new TypeError('bug')), context)).rejects.toThrow('bug')
})

test('a value nested deeper than the stack is dropped, in a key quarantined, and stops nothing', async () => {
  const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
  const seen = await observe(
    source([
      { id: deep, stars: 1, tags: [] },
      { id: 'deep', stars: 1, tags: deep },
      { id: 'a', stars: 1, more: deep },
    ]),
    context,
  )
  if (seen.outcome !== 'ok') throw new Error('failed')
  expect(observedRows(seen).map((row) => row.id)).toEqual(['deep', 'a'])
  expect(seen.quarantined.map((quarantinedRow) => quarantinedRow.row)).toEqual([
    'a value in it is nested too deeply',
  ])
})

test('an odd side field is dropped, the row is kept, and the report says what was dropped and why', async () => {
  const seen = await observe(
    source([
      { id: 'a', stars: 'many', tags: ['x', 7, 'y'] },
      { id: 'b', stars: -1, tags: {} },
      { id: 'c', stars: 2, tags: [8] },
    ]),
    context,
  )
  if (seen.outcome !== 'ok') throw new Error('failed')
  expect(observedRows(seen).map(({ id, stars, tags }) => [id, stars, tags])).toEqual([
    ['a', null, ['x', 'y']],
    ['b', null, []],
    ['c', 2, []],
  ])
  expect(seen.quarantined).toEqual([])
  expect(seen.cleaned.rows).toBe(3)
  expect(seen.cleaned.words()).toBe(
    [
      'stars (Invalid input: expected number, received string) in 1',
      'stars (Too small: expected number to be >=0) in 1',
      'tags (Invalid input: expected array, received object) in 1',
      'tags (Invalid input: expected string, received number) in 2',
    ].join('; '),
  )
})
