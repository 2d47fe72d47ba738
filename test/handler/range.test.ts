import { expect, test } from 'vitest'
import { createHandler } from '../../serving/handler/handler.ts'
import { followRelease } from '../../serving/service/follow_release.ts'
import { emptyOutput, publish } from './published.ts'

const DATA = '/data/counts.json'
const WHOLE = '{"counts":1}\n'

/** Answers to requests for a download. */
function downloads() {
  const output = emptyOutput()
  publish(output, '2026-01-01')
  const log = (error: unknown) => {
    throw error
  }
  const { current } = followRelease({ output, now: () => 0, log })
  const handler = createHandler({ current, now: () => new Date('2026-01-01'), log })
  return (headers: Record<string, string>, method = 'GET', path = DATA) =>
    handler.answer(new Request(`http://localhost${path}`, { method, headers }))
}

test('a range is answered with its part', async () => {
  const ask = downloads()
  const part = await ask({ range: 'bytes=2-7' })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    `bytes 2-7/${WHOLE.length}`,
    'counts',
  ])
})

test('HEAD knows no ranges: it has the headers of the whole', async () => {
  const ask = downloads()
  for (const range of ['bytes=2-7', 'bytes=900-']) {
    const { status, headers } = await ask({ range }, 'HEAD')
    expect([status, headers.get('content-range'), headers.get('content-length')]).toEqual([
      200,
      null,
      String(WHOLE.length),
    ])
    expect(headers.get('accept-ranges')).toBe('bytes')
  }
})

test('what the caller has is 304 without a range, whatever range was asked for', async () => {
  const ask = downloads()
  const etag = (await ask({})).headers.get('etag') ?? ''
  for (const range of ['bytes=2-7', 'bytes=900-']) {
    const same = await ask({ range, 'if-none-match': etag })
    expect([same.status, same.headers.get('content-range'), same.headers.get('etag')]).toEqual([
      304,
      null,
      etag,
    ])
  }
  expect((await ask({ range: 'bytes=2-7', 'if-none-match': '"other"' })).status).toBe(206)
})

test('If-Range takes the strong tag of the content alone', async () => {
  const ask = downloads()
  const etag = (await ask({})).headers.get('etag') ?? ''
  const status = async (condition: string) =>
    (await ask({ range: 'bytes=2-7', 'if-range': condition })).status
  expect(await status(etag)).toBe(206)
  for (const other of [`W/${etag}`, '"other"', 'Thu, 01 Jan 2026 00:00:00 GMT'])
    expect(await status(other), other).toBe(200)
})
