import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { fetchSource } from '../../pipeline/ingest/fetch_source.ts'
import { defineSource } from '../../pipeline/source/define_source.ts'
import { givenIngest } from './given_ingest.ts'

const HOST = 'https://sample.example'
const Numbered = z.looseObject({ n: z.number() })

/** Requests numbers until the host reports that none are left, and skips failures. */
const numbers = defineSource({
  ...{
    name: 'sample_numbers',
    title: 'Sample',
    docs: HOST,
    license: 'none',
    republished: 'all',
    attribution: 'Sample',
    key: ['n'],
    budget: 10,
  },
  row: z.object({ n: z.int() }),
  async *fetch({ http }) {
    for (let n = 1; http.remaining(HOST) !== 0; n++) {
      const from = await http.json(`${HOST}/${n}`, Numbered).catch(() => null)
      if (from) yield { from, row: { n: from.data?.n } }
      else if (n > 4) break
    }
    return 'changes'
  },
})

const context = (fetch: typeof globalThis.fetch) => givenIngest({ fetch, sources: [numbers] })

test('a day that is read again has as many requests without an answer as it had, those at its end too', async () => {
  const given = await context(async (input) => {
    const n = Number(new URL(String(input)).pathname.slice(1))
    const headers = { 'x-ratelimit-remaining': '50' }
    return n === 2 || n > 4 ? new Response('', { status: 500 }) : Response.json({ n }, { headers })
  })
  const [live, again] = [await fetchSource(given, numbers), await fetchSource(given, numbers)]
  expect(live?.unanswered).toBe(2)
  expect(again?.unanswered).toBe(2)
  expect(rowsIn(again)).toEqual(rowsIn(live))
})

test('so has a day on which nothing was answered', async () => {
  const none = defineSource({
    ...numbers,
    // biome-ignore lint/correctness/useYield: it fails before its first row.
    async *fetch({ http }) {
      await http.json(HOST, Numbered)
      return 'changes'
    },
  })
  const given = await context(async () => new Response('', { status: 500 }))
  const [live, again] = [await fetchSource(given, none), await fetchSource(given, none)]
  expect([live?.seen.outcome, live?.unanswered]).toEqual(['failed', 1])
  expect([again?.seen.outcome, again?.unanswered]).toEqual(['failed', 1])
})

/** The rows that were read, from their file. */
function rowsIn(fetched: Awaited<ReturnType<typeof fetchSource>>) {
  if (fetched?.seen.outcome !== 'ok') throw new Error('it was not read')
  const { rows } = fetched.seen
  onTestFinished(() => rows.remove())
  return rows.read()
}

test('a day whose requests were used up says so when it is read again', async () => {
  const spent = defineSource({
    ...numbers,
    budget: 1,
    async *fetch({ http }) {
      for (let n = 1; ; n++) yield { from: await http.json(`${HOST}/${n}`, Numbered), row: { n } }
    },
  })
  const given = await context(async () => Response.json({ n: 1 }))
  const describe = async () => {
    const fetched = await fetchSource(given, spent)
    return fetched?.seen.outcome === 'failed' && String(fetched.seen.error)
  }
  const live = await describe()
  expect(live).toMatch(/^BudgetSpent: .*the budget of 1 requests a day is spent/)
  expect(await describe()).toBe(live)
})
