import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { RequestOptions } from '../../pipeline/http/http.ts'
import { replayHttp } from '../../pipeline/http/replay.ts'
import { numbered, sendJson, sendStatus, temporaryArchive, toSourceDay, upstream } from './harness.ts'

const URL_A = 'https://api.example/a'

test('what was recorded is answered again, equally, from what the archive holds on disk', async () => {
  let data: unknown = null
  const { client, archive } = await upstream((request, response) => {
    if (request.url?.endsWith('/missing')) return sendStatus(response, 404)
    if (request.headers['if-none-match']) return sendStatus(response, 304, {}, '')
    return sendJson(response, data, { etag: '"e"', link: '<?page=2>; rel=next' })
  })
  const asked: [string, RequestOptions][] = [
    [URL_A, {}],
    ['https://api.example/missing', { accept: [404] }],
    [URL_A, { body: { query: 1 } }],
  ]
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.boolean(), async (value, isRevalidated) => {
      data = value
      const first = client()
      for (const [url, options] of asked) await first.json(url, z.unknown(), options)
      const http = isRevalidated ? client({ previous: toSourceDay(first.responses()) }) : first
      const answers = await Promise.all(asked.map(([url, options]) => http.json(url, z.unknown(), options)))
      archive.writeDay(toSourceDay(http.responses()))
      const day = archive.readDay('2026-03-23', 'example')
      const replay = replayHttp(day ?? toSourceDay([]), archive)
      for (const [index, [url, options]] of asked.entries()) {
        expect(await replay.json(url, z.unknown(), options)).toEqual(answers[index])
      }
      expect(answers[0]?.data).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 40 },
  )
})

test('what was not recorded is down, and the message names the date', async () => {
  const http = replayHttp(toSourceDay([]), temporaryArchive())
  const error = await http.json(URL_A, numbered).catch((caught) => caught)
  expect(error).toBeInstanceOf(UpstreamDown)
  expect(error.message).toContain('the archive of 2026-03-23 does not hold it')
  expect(http.remaining(URL_A)).toBe(0)
})

test('a schema that asks for more than was recorded fails as it would live', async () => {
  const { client, archive } = await upstream((_, response) => sendJson(response, { n: 1 }))
  const live = client()
  await live.json(URL_A, numbered)
  const schema = z.object({ list: z.array(z.string()) })
  const replay = replayHttp(toSourceDay(live.responses()), archive)
  const error = await replay.json(URL_A, schema).catch((caught) => caught)
  expect(error).toBeInstanceOf(UpstreamChanged)
  expect(error.message).toBe((await live.json(URL_A, schema).catch((caught) => caught)).message)
})

test('a recorded 404 that is no longer accepted, and a body that was no JSON, are changes', async () => {
  const { client, archive } = await upstream((_, response) => sendStatus(response, 404, {}, 'not JSON'))
  const live = client()
  await live.json(URL_A, numbered, { accept: [404] })
  const [response] = live.responses()
  if (!response) throw new Error('nothing recorded')
  await expect(replayHttp(toSourceDay([response]), archive).json(URL_A, numbered)).rejects.toThrow(
    'status 404',
  )
  const asPage = replayHttp(toSourceDay([{ ...response, status: 200 }]), archive)
  await expect(asPage.json(URL_A, numbered)).rejects.toThrow(UpstreamChanged)
})

test('what remains is what was recorded and not asked for yet, so that a source stops where it stopped live', async () => {
  const { client, archive } = await upstream((_, response) => sendJson(response, { n: 1 }))
  const live = client()
  for (const path of ['a', 'b', 'c']) await live.json(new URL(path, URL_A).href, numbered)
  const replay = replayHttp(toSourceDay(live.responses()), archive)
  expect(replay.remaining(URL_A)).toBe(3)
  await replay.json(new URL('b', URL_A).href, numbered)
  expect(replay.remaining(URL_A)).toBe(2)
  expect(replay.remaining('https://other.example/')).toBe(0)
})
