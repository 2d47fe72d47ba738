import { expect, test } from 'vitest'
import { RunFailed } from '../../core/domain/errors.ts'
import { stopWithoutNetwork } from '../../pipeline/http/no_network.ts'

type Behaviour = Response | string | Promise<never>

/** A fetch that fails with a system error code, or answers, by host. */
function given(by: Record<string, Behaviour>) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { host } = new URL(String(input))
    asked.push(host)
    const found = by[host] ?? 'ENOTFOUND'
    if (found instanceof Response) return found.clone()
    if (typeof found === 'string')
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(found), { code: found }) })
    return new Promise((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
  }
  return { watched: stopWithoutNetwork(fetch), asked }
}

const HOSTS = ['a.example', 'b.example', 'c.example']

/** Calls each host so many times, in turn, and returns the outcome of each call. */
async function askAll(fetch: typeof globalThis.fetch, times: number, hosts = HOSTS): Promise<unknown[]> {
  const results: unknown[] = []
  for (let count = 0; count < times; count++)
    for (const host of hosts) results.push(await fetch(`https://${host}/x`).catch((error) => error))
  return results
}

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
  'three hosts that cannot be reached three times each (%s) are no network; nobody is asked after that',
  async (code) => {
    const { watched, asked } = given({ 'a.example': code, 'b.example': code, 'c.example': code })
    const results = await askAll(watched, 3)
    expect(results.slice(0, -1).every((result) => result instanceof TypeError)).toBe(true)
    expect(results.at(-1)).toBeInstanceOf(RunFailed)
    expect(String(results.at(-1))).toContain(
      `no network: none of the 3 hosts that were asked can be reached (a.example: ${code})`,
    )
    await expect(watched('https://d.example/')).rejects.toThrow('no network')
    expect(asked).toHaveLength(9)
  },
)

test('a host that has not failed yet could still answer: nothing is ended', async () => {
  const { watched } = given({ 'd.example': new Promise<never>(() => {}), 'a.example': 'ENOTFOUND' })
  const open = watched('https://d.example/').catch((error) => error)
  await askAll(watched, 5)
  const settled = await Promise.race([open, Promise.resolve('still open')])
  expect(settled).toBe('still open')
})

test('what is under way once that is plain is ended too', async () => {
  const behaviours: Record<string, Behaviour> = Object.fromEntries(HOSTS.map((host) => [host, 'ENOTFOUND']))
  const { watched } = given(behaviours)
  await askAll(watched, 2)
  await askAll(watched, 1, ['a.example'])
  behaviours['a.example'] = new Promise<never>(() => {})
  const open = watched('https://a.example/')
  const ended = expect(open).rejects.toThrow('no network')
  await askAll(watched, 1, ['b.example', 'c.example'])
  await ended
})

test('one answer of any host, whatever its status, is a network: hosts that are down are asked on', async () => {
  const { watched, asked } = given({ 'c.example': new Response('no', { status: 500 }) })
  const results = await askAll(watched, 6)
  expect(results.some((result) => result instanceof RunFailed)).toBe(false)
  expect(asked).toHaveLength(18)
})

test.each([
  ['fewer than three hosts', ['a.example', 'b.example'], 'ENOTFOUND'],
  ['connections that were reached and then broke', HOSTS, 'ECONNRESET'],
])('%s prove nothing', async (_, hosts, code) => {
  const { watched } = given(Object.fromEntries(HOSTS.map((host) => [host, code])))
  const results = await askAll(watched, 12, hosts)
  expect(results.every((result) => result instanceof TypeError)).toBe(true)
})

test('the signal of a caller still ends its own request', async () => {
  const { watched } = given({ 'a.example': new Promise<never>(() => {}) })
  const controller = new AbortController()
  const open = watched('https://a.example/', { signal: controller.signal })
  controller.abort(new Error('mine'))
  await expect(open).rejects.toThrow('mine')
})
