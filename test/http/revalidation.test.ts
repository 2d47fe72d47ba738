import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { numbered, sendJson, sendStatus, toSourceDay, upstream } from './harness.ts'

const URL_A = 'https://api.example/a'

const withEtag = () =>
  upstream((request, response) => {
    if (request.headers['if-none-match'] === 'W/"1"') sendStatus(response, 304, {}, '')
    else sendJson(response, { n: 1 }, { etag: 'W/"1"', link: '</a?page=2>; rel="next"' })
  })

test('an unchanged response is confirmed and not sent again, over many days', async () => {
  const { client, archive, seen } = await withEtag()
  const first = client()
  const answer = await first.json(URL_A, numbered)
  let previous = toSourceDay(first.responses())
  for (const hour of [1, 2]) {
    const now = () => Date.parse(`2026-03-25T0${hour}:00:00Z`)
    const http = client({ previous, now })
    const again = await http.json(URL_A, numbered)
    expect(again).toEqual({ ...answer, retrievedAt: new Date(now()).toISOString() })
    expect(http.stats()).toEqual({ requests: 1, retries: 0, notModified: 1, bytes: 0 })
    expect(http.responses()).toMatchObject([
      { status: 304, bytes: 0, sha256: answer.sha256, etag: 'W/"1"', content_type: 'application/json' },
    ])
    previous = toSourceDay(http.responses())
  }
  expect(seen.map((request) => request.headers['if-none-match'])).toEqual([undefined, 'W/"1"', 'W/"1"'])
  expect(archive.readBody(answer.sha256).toString()).toBe('{"n":1}')
})

test('a changed response replaces the earlier one', async () => {
  const { client } = await upstream((_, response, count) =>
    sendJson(response, { n: count }, { etag: `"${count}"` }),
  )
  const first = client()
  await first.json(URL_A, numbered)
  const second = client({ previous: toSourceDay(first.responses()) })
  expect((await second.json(URL_A, numbered)).data).toEqual({ n: 2 })
  expect(second.responses()).toMatchObject([{ status: 200, etag: '"2"' }])
})

test.each(['damaged', 'missing'])('with its earlier body %s a response is asked for whole', async (state) => {
  const { client, archive } = await withEtag()
  const first = client()
  const { sha256 } = await first.json(URL_A, numbered)
  const folder = join(archive.root, 'bodies', sha256.slice(0, 2))
  const [file = ''] = readdirSync(folder)
  if (state === 'damaged') writeFileSync(join(folder, file), 'damaged')
  else rmSync(join(folder, file))
  const http = client({ previous: toSourceDay(first.responses()) })
  expect((await http.json(URL_A, numbered)).data).toEqual({ n: 1 })
  expect(http.stats()).toMatchObject({ notModified: 0, requests: state === 'damaged' ? 2 : 1 })
  expect(http.responses()).toMatchObject([{ status: 200 }])
  expect(archive.readBody(sha256).toString()).toBe('{"n":1}')
})

test('neither a POST nor an earlier 404 is revalidated', async () => {
  const { client, seen } = await upstream((request, response) => {
    const headers = { etag: '"1"' }
    if (request.method === 'POST') sendJson(response, { n: 1 }, headers)
    else sendStatus(response, 404, headers)
  })
  const first = client()
  const ask = async (http: typeof first) => {
    await http.json(URL_A, numbered, { body: {} })
    await http.json(URL_A, numbered, { accept: [404] })
  }
  await ask(first)
  await ask(client({ previous: toSourceDay(first.responses()) }))
  expect(seen).toHaveLength(4)
  for (const request of seen) expect(request.headers).not.toHaveProperty('if-none-match')
})
