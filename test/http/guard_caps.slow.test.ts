import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Reach } from '../../pipeline/http/guard/transport.ts'
import type { VisitOptions } from '../../pipeline/http/guarded.ts'
import { internet, JSON_TYPE, openGuard } from './guard_harness.ts'

const MB = 1024 * 1024
const JSON_EXPECTED: VisitOptions = { expect: 'json' }

/** Maximum growth of the process while `run` runs, in bytes. */
async function growth(run: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().rss
  let maxRss = before
  const watch = setInterval(() => {
    maxRss = Math.max(maxRss, process.memoryUsage().rss)
  }, 5)
  await run()
  clearInterval(watch)
  return maxRss - before
}

/** A reach that passes a body on as sent, in pieces, and counts them. */
function sending(pieces: Iterable<Uint8Array>, headers: Record<string, string>) {
  const state = { sent: 0, isEnded: false }
  const reach: Reach = async () => ({
    status: 200,
    headers: new Headers(headers),
    body: (async function* () {
      try {
        for (const piece of pieces) {
          state.sent += piece.length
          yield piece
        }
      } finally {
        state.isEnded = true
      }
    })(),
  })
  return { state, reach }
}

it('stops a body of 200 MB at the cap, in bounded memory', async () => {
  let written = 0
  const { reach } = await internet((_, response) => {
    response.writeHead(200, JSON_TYPE)
    const chunk = Buffer.alloc(65_536, 'A')
    const pump = () => {
      while (written < 200 * MB && !response.destroyed) {
        written += chunk.length
        if (!response.write(chunk)) return void response.once('drain', pump)
      }
    }
    pump()
  })
  const { guard } = openGuard({ reach })
  const grown = await growth(async () => {
    expect((await guard.visit('https://one.example/', JSON_EXPECTED)).outcome).toBe('error')
  })
  expect(written).toBeLessThan(30 * MB)
  expect(grown).toBeLessThan(100 * MB)
  expect(guard.responses()[0]).toMatchObject({ bytes: 0 })
})

it.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
])('does not unpack a bomb of 200 MB in %s', async (name, compress) => {
  // Decompressed, it would be valid JSON.
  const bomb = compress(
    Buffer.alloc(200 * MB, 'A')
      .fill('"', 0, 1)
      .fill('"', 200 * MB - 1),
  )
  const { state, reach } = sending([bomb], { 'content-encoding': name })
  const { guard } = openGuard({ reach })
  const grown = await growth(async () => {
    expect((await guard.visit('https://one.example/', JSON_EXPECTED)).outcome).toBe('error')
  })
  expect(bomb.length).toBeLessThan(MB)
  expect(grown).toBeLessThan(100 * MB)
  expect(state.isEnded).toBe(true)
})

it('stops an endless compressed body without content', async () => {
  const empty = Buffer.from([0, 0, 0, 0xff, 0xff])
  const pieces = (function* () {
    yield gzipSync('').subarray(0, 10)
    for (;;) yield Buffer.concat(Array.from({ length: 2_000 }, () => empty))
  })()
  const { state, reach } = sending(pieces, { 'content-encoding': 'gzip' })
  expect((await openGuard({ reach }).guard.visit('https://one.example/', JSON_EXPECTED)).outcome).toBe(
    'error',
  )
  expect(state.sent).toBeLessThan(3 * MB)
  expect(state.isEnded).toBe(true)
})

it('reads what is compressed within the cap', async () => {
  const { reach } = sending([gzipSync('{"a":1}')], { 'content-encoding': 'GZIP' })
  const visit = await openGuard({ reach }).guard.visit('https://one.example/', JSON_EXPECTED)
  expect(visit).toMatchObject({ outcome: 'ok', json: { a: 1 } })
})

it.each([
  ['a compression that nobody knows', { 'content-encoding': 'zip' }],
  ['less than was announced', { 'content-length': '100' }],
])('takes %s for an error', async (_, headers) => {
  const { reach } = sending([Buffer.from('{"a":1}')], headers)
  expect((await openGuard({ reach }).guard.visit('https://one.example/', JSON_EXPECTED)).outcome).toBe(
    'error',
  )
})

it('does not read pages that only have to be there', async () => {
  const { state, reach } = sending(Array<Buffer>(1_000).fill(Buffer.alloc(4_096)), {})
  expect((await openGuard({ reach }).guard.visit('https://one.example/', { expect: 'any' })).outcome).toBe(
    'ok',
  )
  expect(state.sent).toBeLessThan(40_000)
  expect(state.isEnded).toBe(true)
})
