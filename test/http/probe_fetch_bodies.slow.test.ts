import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ProbeClock } from '../../pipeline/http/guard/probe_clock.ts'
import type { Reach } from '../../pipeline/http/guard/transport.ts'
import { internet, JSON_TYPE, send, wait } from './guard_harness.ts'
import { GET, HOST, openProbes, outcome, post } from './probe_harness.ts'

const bounds = { firstByteMs: 300, totalMs: 600, streamMs: 600, maxBytes: 64 * 1024 }
const BOMB = gzipSync(Buffer.alloc(20_000_000, 0x20))
const CHUNK = Buffer.alloc(8_192, 0x20)

const answering = (answer: (response: ServerResponse) => void) => internet((_, response) => answer(response))

/** A reach whose body is as it was sent, compression and all. */
const raw = (headers: Record<string, string>, ...chunks: Uint8Array[]): Reach => {
  async function* body() {
    yield* chunks
  }
  return async () => ({ status: 200, headers: new Headers(headers), body: body() })
}

it.each<[string, (response: ServerResponse) => void]>([
  [
    'a body without an end',
    (response) => {
      response.writeHead(200, JSON_TYPE)
      const more = () => response.write(CHUNK, more)
      more()
    },
  ],
  [
    'a body that drips',
    (response) => {
      response.writeHead(200, JSON_TYPE).write('[')
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    },
  ],
  ['a body that stops', (response) => void response.writeHead(200, JSON_TYPE).write('{"a":')],
  ['a huge body', (response) => send(response, 200, JSON_TYPE, `"${'a'.repeat(100_000)}"`)],
  [
    'a body that is shorter than it says',
    (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '50' }).write('{"a":1}')
      setTimeout(() => response.destroy(), 20)
    },
  ],
  [
    'a bomb',
    (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' })
      response.end(BOMB)
    },
  ],
])('%s is malformed, and its connection is closed', async (_, answer) => {
  let closed = 0
  const { reach } = await answering((response) => {
    response.on('close', () => closed++)
    answer(response)
  })
  const { fetch, replay } = openProbes({ reach, bounds })
  const memory = process.memoryUsage().arrayBuffers
  expect(await outcome(fetch, `${HOST}/mcp`, post(1))).toBe('malformed')
  expect(process.memoryUsage().arrayBuffers - memory).toBeLessThan(10_000_000)
  await wait(50)
  expect(closed).toBe(1)
  const again = replay()
  expect(again.responses).toMatchObject([{ outcome: 'malformed', status: 200, bytes: 0 }])
  expect(await outcome(again.session.fetch, `${HOST}/mcp`, post(1))).toBe('malformed')
})

it('a body counts as sent and decompressed, and is gzip or plain', async () => {
  const gzip = { 'content-encoding': 'gzip' }
  const json = Buffer.from(JSON.stringify({ a: 'b'.repeat(60_000) }))
  const ask = (reach: Reach) => outcome(openProbes({ reach, bounds }).fetch, `${HOST}/`)
  expect(await ask(raw(gzip, gzipSync(json)))).toBe(200)
  expect(await ask(raw(gzip, gzipSync(Buffer.alloc(70_000))))).toBe('malformed')
  // Empty members of gzip: bytes without content.
  const empty = Array.from({ length: 4_000 }, () => gzipSync(''))
  expect(await ask(raw(gzip, ...empty))).toBe('malformed')
  expect(await ask(raw(gzip, gzipSync(json).subarray(0, 50)))).toBe('malformed')
  expect(await ask(raw({ 'content-encoding': 'br' }, brotliCompressSync(json)))).toBe('malformed')
  expect(await ask(raw({ 'content-encoding': 'zstd' }, json))).toBe('malformed')
  expect(await ask(raw({ 'content-length': '3' }, Buffer.from('{}')))).toBe('malformed')
})

it('no byte in time is a time-out, of the whole answer too; a slow answer within it is one', async () => {
  const { reach } = await internet(async ({ path }, response) => {
    if (path === '/never') return
    await wait(path === '/slow' ? 150 : 250)
    if (path.startsWith('/r')) send(response, 302, { location: `${path}r` })
    else send(response, 200, JSON_TYPE, '{}')
  })
  const { fetch, replay } = openProbes({ reach, bounds })
  expect(await outcome(fetch, `${HOST}/slow`)).toBe(200)
  expect(await outcome(fetch, `${HOST}/never`)).toBe('timeout')
  // Each hop is in time, and all together are not.
  expect(await outcome(fetch, `${HOST}/r`)).toBe('timeout')
  const [slow, never] = replay().responses
  expect(slow?.first_byte_ms).toBeGreaterThanOrEqual(140)
  expect(slow?.total_ms).toBeGreaterThanOrEqual(slow?.first_byte_ms ?? 0)
  expect(never).toMatchObject({ outcome: 'timeout', status: 0 })
  expect(never).not.toHaveProperty('first_byte_ms')
})

it('time is that of the clock: a faster one waits as much less', async () => {
  const { reach } = await answering(() => {})
  const begun = performance.now()
  const { fetch } = openProbes({ reach, clock: new ProbeClock(20), bounds: { firstByteMs: 4_000 } })
  expect(await outcome(fetch, `${HOST}/`)).toBe('timeout')
  const took = performance.now() - begun
  expect(took).toBeGreaterThan(190)
  expect(took).toBeLessThan(1_500)
})

it('time in the queue, and time in which this process is blocked, is not the time of a host', async () => {
  const { reach } = await internet(async (_, response) => {
    await wait(120)
    send(response, 200, JSON_TYPE, '{}')
  })
  const { fetch, replay } = openProbes({ reach, bounds })
  const sent = [1, 2, 3, 4].map((n) => outcome(fetch, `${HOST}/${n}`))
  await wait(60)
  const until = performance.now() + 700
  while (performance.now() < until) {}
  expect(await Promise.all(sent)).toEqual([200, 200, 200, 200])
  expect(replay().responses.at(-1)?.total_ms).toBeLessThan(400)
})

it('a caller who ends its request gets its own reason, and the connection is closed', async () => {
  let closed = 0
  const { reach } = await answering((response) => response.on('close', () => closed++))
  const { fetch, replay } = openProbes({ reach })
  await expect(fetch(`${HOST}/`, { ...GET, signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout')
  await wait(50)
  expect(closed).toBe(1)
  expect(replay().responses).toMatchObject([{ outcome: 'timeout', status: 0 }])
})

it('a status that no answer may have is malformed', async () => {
  const reach: Reach = async () => ({ status: 999, headers: new Headers(), body: null })
  expect(await outcome(openProbes({ reach }).fetch, `${HOST}/`)).toBe('malformed')
})
