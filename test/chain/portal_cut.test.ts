import { Buffer } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Http } from '../../pipeline/http/http.ts'
import { replayHttp } from '../../pipeline/http/replay.ts'
import { toSourceDay, upstream } from '../http/harness.ts'
import { fetchAll, selectRows } from '../sources/context.ts'
import { encodeBody } from '../sources/recorded_http.ts'
import { chainReply, type FakeChain } from './fake_chain.ts'
import { FIRST, ONLY_PINGED, pinged, pings } from './pings.ts'

const BLOCKS = Array.from({ length: 4000 }, (_, i) => FIRST + 2 * i)
const CHAIN: FakeChain = { head: FIRST + 8000, logs: BLOCKS.map((block) => pinged(block)) }

/** A portal on loopback with the given first streams; every later one is complete. */
const portal = (send: (response: ServerResponse, body: Buffer) => void, times: number) => {
  let streams = 0
  return upstream(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks).toString()
    const url = `https:/${request.url}`
    const body = encodeBody(chainReply(CHAIN, url, sent === '' ? {} : { body: JSON.parse(sent) }))
    if (url.endsWith('-stream') && ++streams <= times) send(response, body)
    else response.end(body)
  })
}

/** Sends a part of the announced length, then closes the connection. */
const breakOff = (response: ServerResponse, bytes: Buffer, headers: Record<string, string>) => {
  response.writeHead(200, { 'content-type': 'application/jsonl', ...headers })
  response.write(bytes, () => setTimeout(() => response.destroy(), 50))
}

it.each<[string, (response: ServerResponse, body: Buffer) => void]>([
  ['text', (response, body) => breakOff(response, body.subarray(0, body.length / 3), {})],
  [
    'text whose length is announced',
    (response, body) =>
      breakOff(response, body.subarray(0, body.length / 3), { 'content-length': String(body.length) }),
  ],
  [
    'gzip',
    (response, body) => {
      const packed = gzipSync(body)
      breakOff(response, packed.subarray(0, packed.length / 3), { 'content-encoding': 'gzip' })
    },
  ],
  [
    'gzip that ends without an error',
    (response, body) => {
      const packed = gzipSync(body)
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(packed.subarray(0, packed.length / 3))
    },
  ],
])(
  'a stream of %s that breaks off is kept up to its last whole line, and the rest is read on',
  async (_, send) => {
    const { client, archive, seen } = await portal(send, 2)
    const http = client()
    const live = await fetchAll(pings, http, { catalog: ONLY_PINGED })
    expect(selectRows(live).map((row) => row.block_number)).toEqual(BLOCKS)
    expect(live.coverage).toMatchObject({ left_out: null })
    expect(seen.filter(({ url }) => url?.endsWith('-stream'))).toHaveLength(3)
    expect(http.stats().retries).toBe(0)
    const derived = await fetchAll(pings, replayHttp(toSourceDay(http.responses()), archive), {
      catalog: ONLY_PINGED,
    })
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  },
)

it('a stream that breaks off before a whole line is asked for again', async () => {
  const { client } = await portal((response, body) => breakOff(response, body.subarray(0, 20), {}), 2)
  const http = client()
  const live = await fetchAll(pings, http, { catalog: ONLY_PINGED })
  expect(selectRows(live)).toHaveLength(BLOCKS.length)
  expect(http.stats().retries).toBe(2)
})

it('a stream longer than the limit of an answer is cut at its last whole line, and the rest is read on', async () => {
  const { client, archive, seen } = await portal((response, body) => response.end(body), 99)
  const http = client()
  const short: Http = { ...http, bytes: (url, options) => http.bytes(url, { ...options, maxBytes: 100_000 }) }
  const live = await fetchAll(pings, { ...short, limited: () => short }, { catalog: ONLY_PINGED })
  expect(selectRows(live).map((row) => row.block_number)).toEqual(BLOCKS)
  expect(live.coverage).toMatchObject({ left_out: null })
  expect(seen.filter(({ url }) => url?.endsWith('-stream')).length).toBeGreaterThan(9)
  const longest = http.responses().map(({ bytes }) => bytes)
  expect(Math.max(...longest)).toBe(100_000)
  const derived = await fetchAll(pings, replayHttp(toSourceDay(http.responses()), archive), {
    catalog: ONLY_PINGED,
  })
  expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
})
