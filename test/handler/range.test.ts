import { expect, test } from 'vitest'
import { createHandler } from '../../serving/handler/handler.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
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

const LAST = WHOLE.length - 1

test.each([
  ['bytes=0-0', '{', 'bytes 0-0'],
  [`bytes=2-${LAST}`, WHOLE.slice(2), `bytes 2-${LAST}`],
  [`bytes=2-${LAST + 1}`, WHOLE.slice(2), `bytes 2-${LAST}`],
  ['bytes=2-999999', WHOLE.slice(2), `bytes 2-${LAST}`],
  ['bytes=2-', WHOLE.slice(2), `bytes 2-${LAST}`],
  [`bytes=${LAST}-`, '\n', `bytes ${LAST}-${LAST}`],
  ['bytes=-1', '\n', `bytes ${LAST}-${LAST}`],
  ['bytes=-3', WHOLE.slice(-3), `bytes ${LAST - 2}-${LAST}`],
  [`bytes=-${LAST + 9}`, WHOLE, `bytes 0-${LAST}`],
])('%s is cut at the last byte', async (range, text, named) => {
  const part = await downloads()({ range })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    `${named}/${WHOLE.length}`,
    text,
  ])
  expect(part.headers.get('content-length')).toBe(String(text.length))
})

test.each([`bytes=${WHOLE.length}-`, `bytes=${WHOLE.length}-999`, 'bytes=-0', 'bytes=7-2'])(
  '%s lies outside',
  async (range) => {
    const none = await downloads()({ range })
    expect([none.status, none.headers.get('content-range'), await none.text()]).toEqual([
      416,
      `bytes */${WHOLE.length}`,
      '',
    ])
    expect([none.headers.get('content-length'), none.headers.get('cache-control')]).toEqual([
      null,
      'no-store',
    ])
  },
)

test.each(['bytes=-', 'bytes=0-1,3-4', 'lines=0-1', 'x bytes=0-1', 'bytes=0-1x'])(
  '%s is answered with the whole',
  async (range) => {
    const { status, headers } = await downloads()({ range })
    expect([status, headers.get('content-range')]).toEqual([200, null])
  },
)

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
