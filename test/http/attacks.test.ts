import { execFile } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import { formatDay, parseDay } from '../../pipeline/archive/day_file.ts'
import { readJsonBody, toAnswer } from '../../pipeline/http/answer.ts'
import { createLookup } from '../../pipeline/http/guard/names.ts'
import { NotObservedError, type Reach } from '../../pipeline/http/guard/transport.ts'
import type { VisitOptions } from '../../pipeline/http/guarded.ts'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'
import { measureCpu } from '../kit/cpu_time.ts'
import { JSON_TYPE, openGuard } from './guard_harness.ts'
import { toSourceDay } from './harness.ts'
import { testNameServer } from './name_server.ts'
import { openProbes, HOST as PROBED, post } from './probe_harness.ts'

const JSON_EXPECTED: VisitOptions = { expect: 'json' }
const LIVE = '../../pipeline/http/guard/live.ts'
const SECOND = '../../pipeline/http/second_path.ts'

it('a proxy in the environment does not learn which hosts are visited', async () => {
  let connections = 0
  const proxy = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const script = `
    const { reachLive } = await import(${JSON.stringify(new URL(LIVE, import.meta.url).href)})
    const { secondPathLive } = await import(${JSON.stringify(new URL(SECOND, import.meta.url).href)})
    const url = new URL('https://agent.example/')
    for (const method of ['GET', 'POST']) {
      const asked = { method, headers: {}, signal: AbortSignal.timeout(3000) }
      for (const send of [() => reachLive(url, '127.0.0.1', asked), () => secondPathLive.reach(url, ['127.0.0.1'], asked)]) {
        const failure = await send().catch((error) => error)
        console.log(failure.code, failure.address, failure.port)
      }
    }`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...TYPESCRIPT_FLAGS, '--input-type=module', '--eval', script],
    { env: { ...process.env, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: address, https_proxy: address } },
  )
  expect(stdout.trim().split('\n')).toEqual(Array(4).fill('ECONNREFUSED 127.0.0.1 443'))
  expect(connections).toBe(0)
})

it.each([
  ['version 4', ['93.184.216.34', '169.254.169.254'], []],
  ['version 6', ['93.184.216.34'], ['::1']],
  ['version 4, written into version 6', ['93.184.216.34'], ['::ffff:7f00:1']],
])('a name server that slips a private address of %s among public ones gets no visit', async (_, v4, v6) => {
  const server = await testNameServer((_, kind) => ({ ips: kind === 'A' ? v4 : v6 }))
  const reach: Reach = () => Promise.reject(new Error('it was asked'))
  const { guard } = openGuard({ reach, resolve: createLookup({ servers: [server.address] }) })
  expect((await guard.visit('https://agent.example/', JSON_EXPECTED)).outcome).toBe('refused_unsafe')
})

it('a name whose address changes between two looks is looked up once: what was judged is what is asked', async () => {
  let looks = 0
  const server = await testNameServer((_, kind) =>
    kind === 'A' ? { ips: [looks++ === 0 ? '93.184.216.34' : '127.0.0.1'] } : {},
  )
  const reached: string[] = []
  const reach: Reach = async (_, ip) => {
    reached.push(ip)
    const headers = new Headers(reached.length === 1 ? { location: '/again' } : JSON_TYPE)
    return { status: reached.length === 1 ? 302 : 404, headers, body: null }
  }
  const { guard } = openGuard({ reach, resolve: createLookup({ servers: [server.address] }) })
  await guard.visit('https://agent.example/', JSON_EXPECTED)
  expect(reached).toEqual(['93.184.216.34', '93.184.216.34'])
})

it('a probe looks a name up once too, for all its POSTs', async () => {
  let looks = 0
  const server = await testNameServer((_, kind) =>
    kind === 'A' ? { ips: [looks++ === 0 ? '93.184.216.34' : '127.0.0.1'] } : {},
  )
  const reached: string[] = []
  const reach: Reach = async (_, ip) => {
    reached.push(ip)
    const headers = new Headers(reached.length === 1 ? { location: '/again' } : JSON_TYPE)
    return { status: reached.length === 1 ? 307 : 404, headers, body: null }
  }
  const { fetch } = openProbes({ reach, resolve: createLookup({ servers: [server.address] }) })
  for (const id of [1, 2]) await fetch(`${PROBED}/mcp`, post(id))
  expect(reached).toEqual(Array(3).fill('93.184.216.34'))
})

it('a redirect to a name without an answer is not observed, and delays no other lookup', async () => {
  const resolve = async (host: string) => {
    if (host === 'slow.example') throw new NotObservedError('no answer')
    return ['93.184.216.34']
  }
  const reach: Reach = async (url) => {
    const headers = new Headers(
      url.host === 'one.example' ? { location: 'https://slow.example/' } : JSON_TYPE,
    )
    return { status: url.host === 'one.example' ? 302 : 404, headers, body: null }
  }
  const { guard } = openGuard({ reach, resolve })
  await expect(guard.visit('https://one.example/', JSON_EXPECTED)).rejects.toThrow('not checked')
  expect((await guard.visit('https://two.example/', JSON_EXPECTED)).outcome).toBe('not_found')
})

it('an address made to look like another request’s key in the archive does not take its place', async () => {
  const { guard } = openGuard({ reach: async () => ({ status: 404, headers: new Headers(), body: null }) })
  const plain = 'https://one.example/card'
  for (const url of [plain, `${plain}\nGET\n`, `${plain}\n`]) await guard.visit(url, JSON_EXPECTED)
  const day = toSourceDay(guard.responses())
  const again = parseDay(formatDay(day), 'day')
  expect(again.responses.map(({ url }) => url).sort()).toEqual(
    [plain, `${plain}\n`, `${plain}\nGET\n`].sort(),
  )
})

it.each([
  ['brackets that never close', '<'.repeat(16_000)],
  ['quotes that never close', `<a>${'"'.repeat(15_999)}`],
  ['many parameters', `<a>${'; rel'.repeat(3_000)}`],
])('a Link header of %s costs no time', async (_, link) => {
  const response = { ...toSourceDay([]).responses[0], url: 'https://one.example/', status: 200, link }
  const spent = await measureCpu(() => {
    try {
      toAnswer(response as never, Buffer.from('{}'), readJsonBody(z.unknown()))
    } catch (error) {
      expect(error).toBeInstanceOf(UpstreamChanged)
    }
  })
  expect(spent).toBeLessThan(1_000)
})
