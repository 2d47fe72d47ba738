import { expect, test } from 'vitest'
import { BadUsage, UpstreamChanged } from '../../core/domain/errors.ts'
import { fetchViaBase } from '../../pipeline/http/upstream_base.ts'
import { upstream } from './harness.ts'

test('an address becomes a path below the base, and everything else stays', async () => {
  const { port, seen } = await upstream((request, response) => request.pipe(response))
  for (const base of [`http://127.0.0.1:${port}/!429/@5`, `http://127.0.0.1:${port}/!429/@5/`]) {
    const fetch = fetchViaBase(base)
    const init = { method: 'POST', body: 'hello', headers: { 'x-kept': 'yes' } }
    const address = 'https://api.example/v0.1/servers/io.github.x%2Fy?cursor=a%26b&limit=1'
    const answers = [
      await fetch(address, init),
      await fetch(new URL(address), init),
      await fetch(new Request(address, init)),
    ]
    for (const answer of answers) expect(await answer.text()).toBe('hello')
  }
  expect(seen).toHaveLength(6)
  for (const request of seen) {
    expect(request.method).toBe('POST')
    expect(request.headers).toMatchObject({ 'x-kept': 'yes' })
    expect(request.url).toBe('/!429/@5/api.example/v0.1/servers/io.github.x%2Fy?cursor=a%26b&limit=1')
  }
})

test.each([
  '',
  'localhost:9900',
  'ftp://127.0.0.1/',
  '/tmp/x',
  'http://127.0.0.1/?day=5',
  'http://a:b@127.0.0.1/',
])('the base %j cannot be used, and the message names the setting', (base) => {
  expect(() => fetchViaBase(base)).toThrow(BadUsage)
  expect(() => fetchViaBase(base)).toThrow('UPSTREAM_BASE')
})

test.each(['http://api.example/', 'file:///etc/passwd', 'data:,x', 'api.example/a'])(
  '%s is not fetched',
  async (address) => {
    await expect(fetchViaBase('http://127.0.0.1:1/')(address)).rejects.toThrow(UpstreamChanged)
  },
)
