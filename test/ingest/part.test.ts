import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  divideSource,
  formatPart,
  type JobPart,
  parsePart,
  toShare,
  WHOLE,
} from '../../pipeline/ingest/jobs/part.ts'
import { defineSource } from '../../pipeline/source/define_source.ts'
import type { Split, SplitContext } from '../../pipeline/source/source.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import github from '../../pipeline/sources/github.ts'

const CONTEXT = { day: '2026-01-08', env: {}, known: async () => [] } as unknown as SplitContext
const NOTHING = { families: [], developers: [], facilitators: [], chains: [] }

const divided = (split: Split) => divideSource({ ...github, split }, CONTEXT)
const counted = (count: number, perJob: number): Split => ({ items: { perJob, count: async () => count } })

test('ranges of a list are all of it, in its order, however many there are', async () => {
  const sizes = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 }))
  await fc.assert(
    fc.asyncProperty(sizes, async ([count, perJob]) => {
      const items = Array.from({ length: count }, (_, index) => index)
      const ranges = (await divided(counted(count, perJob))).map((part) => toShare(part).items(items))
      expect(ranges.flat()).toEqual(items)
      for (const range of ranges) expect(range.length).toBeLessThanOrEqual(perJob)
    }),
  )
})

test('what is at one host is visited in one job, and each address in exactly one', async () => {
  const parts = await divided({ visits: true })
  const addresses = Array.from({ length: 90 }, (_, i) => `https://host${i % 30}.example/${i}`)
  const shares = parts.map((part) => toShare(part).visits(addresses, (address) => address))
  expect(shares.flat().sort()).toEqual([...addresses].sort())
  const countLanes = (host: string) =>
    shares.filter((share) => share.some((text) => text.includes(`//${host}/`)))
  for (let i = 0; i < 30; i += 1) expect(countLanes(`host${i}.example`)).toHaveLength(1)
  expect(shares.filter((share) => share.length > 0).length).toBeGreaterThan(1)
})

test('so many are visited as one machine would visit, which counts none that it refuses', async () => {
  const parts = await divided({ visits: true })
  const addresses = ['https://a.example', 'http://unsafe.example', 'https://b.example', 'https://c.example']
  const shares = parts.map((part) => toShare(part).visits(addresses, (address) => address, 2))
  expect(shares.flat().sort()).toEqual(['http://unsafe.example', 'https://a.example', 'https://b.example'])
})

test('a part of the visits asks for no other items, and a range visits nobody; neither says what needs no asking', async () => {
  const parts = await divided({ visits: true, ...counted(4, 2) })
  const asks = (part: JobPart) => {
    const share = toShare(part)
    return [
      share.visits(['https://a.example'], (text) => text),
      share.items([1, 2, 3, 4]),
      share.unasked([1]),
    ]
  }
  for (const part of parts) expect(asks(part)[part.kind === 'visits' ? 1 : 0]).toHaveLength(0)
  expect(parts.map((part) => asks(part)[2]?.length)).toEqual(parts.map(() => 0))
  expect(asks(WHOLE)).toEqual([['https://a.example'], [1, 2, 3, 4], [1]])
})

test('what is small is one job', async () => {
  expect(await divided({})).toEqual([WHOLE])
  expect(await divided(counted(3, 20))).toEqual([WHOLE])
  expect(await divided(counted(0, 20))).toEqual([WHOLE])
})

test('the name of a part says which it is, and no other text names one', async () => {
  const parts = [...(await divided({ visits: true, ...counted(7, 2) })), WHOLE]
  expect(parts.map((part) => parsePart(formatPart(part)))).toEqual(parts)
  for (const text of ['', 'items-3-of-2', 'items-0-of-2', 'visits-1-of-7', 'items-1-of-2/../x'])
    expect(() => parsePart(text), text).toThrow('is no part')
})

test('repositories are divided where a token lets many be asked for, chains one by one', async () => {
  const rows = Array.from({ length: 2_500 }, (_, i) => ({ repository_url: `https://github.com/a/r${i}` }))
  const known = async (name: string) => (name === 'mcp_registry' ? rows : []) as never
  const context = { ...CONTEXT, known, catalog: NOTHING }
  expect(await divideSource(github, { ...context, env: { GITHUB_TOKEN: 'x' } })).toHaveLength(3)
  expect(await divideSource(github, context)).toEqual([WHOLE])
  const payments = (await loadSources()).find(({ name }) => name === 'x402_payments')
  const chains = ['a', 'b'].map((id) => ({ id, x402: {} })) as never
  const parts = await divideSource(payments ?? defineSource(github), {
    ...context,
    catalog: { ...NOTHING, chains },
  })
  expect(parts.map(formatPart)).toEqual(['items-1-of-2', 'items-2-of-2'])
})
