import { once } from 'node:events'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { Compression } from '../../serving/service/http/compression.ts'
import { codingFor } from '../../serving/service/http/content_encoding.ts'
import { startServer } from '../../serving/service/server.ts'
import { emptyOutput, json, publish, sampleArtifacts } from '../handler/published.ts'

const LONG = { text: 'evidence '.repeat(400) }
const LONG_PATH = '/api/proof-of-index/v1'

test.each([
  [undefined, null],
  ['', null],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=1.0, BR;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['identity', null],
  ['identity;q=1, gzip;q=0.5', null],
  ['identity;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=2', null],
  ['gzip;q=high', null],
  ['gzip ; q=0.1', 'gzip'],
  ['deflate, zstd', null],
])('Accept-Encoding %j asks for %j', (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding)
})

/** A service over a small release, and raw answers of it: nothing is decompressed. */
async function service() {
  const output = emptyOutput()
  const more = [json(LONG_PATH.slice(1), LONG), json('data/long.json', LONG)]
  publish(output, '2026-01-01', [...sampleArtifacts(), ...more])
  const server = await startServer({ output, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  const { port } = new URL(server.url)
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const [answer] = await once(
      request({ port, host: '127.0.0.1', path, method, headers, agent: false }).end(),
      'response',
    )
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    const { date, connection, ...kept } = answer.headers as Record<string, string>
    return { status: answer.statusCode as number, headers: kept, body: Buffer.concat(chunks) }
  }
}

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'text is sent as %s with a tag of its own, by HEAD too, and again from the cache',
  async (coding, read) => {
    const ask = await service()
    const plain = await ask(LONG_PATH)
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const accept = { 'accept-encoding': coding }
    const packed = await ask(LONG_PATH, accept)
    expect(read(packed.body)).toEqual(plain.body)
    expect(packed.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'content-encoding': coding,
      'content-length': String(packed.body.byteLength),
      etag: plain.headers.etag?.replace(/"$/, `-${coding}"`),
    })
    expect(await ask(LONG_PATH, accept)).toEqual(packed)
    expect((await ask(LONG_PATH, accept, 'HEAD')).headers).toEqual(packed.headers)
  },
)

test('the first answer to HEAD has the headers of GET', async () => {
  const ask = await service()
  const accept = { 'accept-encoding': 'gzip' }
  const head = await ask(LONG_PATH, accept, 'HEAD')
  expect(head.body.byteLength).toBe(0)
  expect((await ask(LONG_PATH, accept)).headers).toEqual(head.headers)
})

test('each form is revalidated by its own tag, and 304 has no Content-Encoding', async () => {
  const ask = await service()
  const forms = [{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }]
  const tags = await Promise.all(forms.map(async (form) => (await ask(LONG_PATH, form)).headers.etag ?? ''))
  expect(new Set(tags).size).toBe(3)
  for (const [nth, form] of forms.entries())
    for (const [other, tag] of tags.entries()) {
      const { status, headers } = await ask(LONG_PATH, { ...form, 'if-none-match': tag })
      expect(status).toBe(nth === other ? 304 : 200)
      if (status !== 304) continue
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', etag: tag })
      expect(headers).not.toHaveProperty('content-encoding')
    }
})

test('small answers, errors and downloads are sent as they are; ranges are of the whole', async () => {
  const ask = await service()
  const accept = { 'accept-encoding': 'br, gzip' }
  for (const path of ['/api/agent-economy/llm-summary', '/nowhere', '/data/long.json'])
    expect((await ask(path, accept)).headers, path).not.toHaveProperty('content-encoding')
  const part = await ask('/data/long.json', { ...accept, range: 'bytes=0-3' })
  expect([part.status, part.body.toString()]).toEqual([206, '{"te'])
  const { etag = '' } = (await ask('/data/long.json')).headers
  const same = await ask('/data/long.json', { range: 'bytes=0-3', 'if-none-match': etag })
  expect([same.status, same.headers['content-range']]).toEqual([304, undefined])
  const head = await ask('/data/long.json', { range: 'bytes=0-3' }, 'HEAD')
  expect([head.status, head.headers['content-range']]).toEqual([200, undefined])
})

test('a content is compressed once, whoever asks for it at the same time or later', async () => {
  const compression = new Compression()
  const bytes = new TextEncoder().encode(JSON.stringify(LONG))
  const headers = { etag: '"a"', 'content-type': 'application/json', 'content-length': '1' }
  const reply = { status: 200, headers, body: bytes }
  const asked = { 'accept-encoding': 'br' }
  const [first, second] = await Promise.all([
    compression.answer(reply, asked),
    compression.answer(reply, asked),
  ])
  expect(first.body).toBe(second.body)
  const again = compression.answer({ ...reply }, asked)
  expect(again).not.toBeInstanceOf(Promise)
  expect((await again).body).toBe(first.body)
})
