import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ProbeFailure } from '../../pipeline/probes/protocol.ts'
import { fail, probe, type Results, serve, TOOLS } from './mcp_fakes.ts'

const list = (answer: (cursor: unknown) => object): Partial<Results> => ({
  'tools/list': ({ params }) => ({ result: answer(params?.cursor) }),
})
const hash = (tools: unknown) => createHash('sha256').update(JSON.stringify(tools)).digest('hex')
const probeList = async (answer: (cursor: unknown) => object) => {
  const { result, sent } = await probe(serve(list(answer)))
  const asked = sent.filter(({ message }) => message?.method === 'tools/list').length
  return { ...result, asked }
}
const [first, second] = TOOLS

test('pages are read to their end, in order', async () => {
  const { details, asked } = await probeList((cursor) =>
    cursor === undefined ? { tools: [first], nextCursor: 'b' } : { tools: [second] },
  )
  expect(details).toMatchObject({ tools: TOOLS, tools_hash: hash(TOOLS), tools_capped: false })
  expect(asked).toBe(2)
})

test('an empty list and a server without the method have no tools', async () => {
  const none = { tools: [], tools_hash: hash([]), tools_capped: false }
  expect((await probeList(() => ({ tools: [], nextCursor: '' }))).details).toMatchObject(none)
  const unknown = await probe(serve({ 'tools/list': fail(-32601, 'Method not found') }))
  expect(unknown.result.details).toMatchObject(none)
})

test('an error to the list leaves the tools unknown, and a gate is a gate', async () => {
  const broken = await probe(serve({ 'tools/list': fail(-32603, 'Internal error') }))
  expect(broken.result).toMatchObject({ outcome: 'answers', details: { tools: null, tools_hash: null } })
  const gated = await probe(serve({ 'tools/list': fail(-32001, 'Authentication required') }))
  expect(gated.result.outcome).toBe('gated')
})

test('a cursor that repeats ends the list, as pages without end do', async () => {
  const repeats = await probeList(() => ({ tools: [first], nextCursor: 'a' }))
  expect([repeats.asked, repeats.details?.tools_capped]).toEqual([2, true])
  let next = 0
  const endless = await probeList(() => ({ tools: [first], nextCursor: `c${next++}` }))
  expect([endless.asked, endless.details?.tools_capped]).toEqual([50, true])
})

test('a list is cut at a number of tools and of characters', async () => {
  const many = await probeList(() => ({ tools: Array.from({ length: 6_000 }, () => ({ name: 'a' })) }))
  expect(many.details?.tools).toHaveLength(5_000)
  expect(many.details?.tools_capped).toBe(true)
  const text = 'x'.repeat(3 * 1024 * 1024)
  let next = 0
  const large = await probeList(() => ({ tools: [{ name: text }], nextCursor: `c${next++}` }))
  expect([large.asked, large.details?.tools_capped]).toEqual([3, true])
})

test('a page that does not come leaves the list unknown: it is not wholly observed', async () => {
  const { result } = await probe((sent) =>
    sent.message?.params?.cursor === 'b'
      ? Promise.reject(new ProbeFailure('timeout'))
      : serve(list(() => ({ tools: [first], nextCursor: 'b' })))(sent),
  )
  expect(result).toMatchObject({ outcome: 'answers', details: { tools: null, tools_hash: null } })
  expect((await probeList(() => ({ tools: 'none' }))).details).toMatchObject({ tools: null })
})

test('JSON that is nested without end is malformed', async () => {
  const deep = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`)
  expect((await probeList(() => ({ tools: [deep] }))).outcome).toBe('malformed')
})
