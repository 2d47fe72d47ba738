import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Release } from '../../core/release/release.ts'
import { publishRelease } from '../../core/release/write.ts'
import { nginxSite } from '../../pipeline/artifacts/hosts/nginx.ts'
import { UNGUARDED } from '../../serving/service/release/known_log/log_guard.ts'
import { type RunningServer, startServer } from '../../serving/service/server.ts'
import { nginxVersion, type RunningNginx, startNginx } from '../kit/hosts/nginx_process.ts'
import { differences, toAnswer } from './answers.ts'
import { listHandles, publishAgain, publishSample, staticAddresses, temporaryFolder } from './published.ts'

const version = nginxVersion()
if (version === null)
  console.warn('nginx is not installed: its tests are left out (apt-get install nginx-light)')

function publishVersion(output: string, date: string, version: string): string {
  const economy = { path: 'api/agent-economy/llm-summary', contentType: 'application/json', body: version }
  return publishRelease(output, [{ ...economy, side: 'public' }], {
    date,
    world: 'sample',
    base_url: 'https://assay.example',
    code: { version: '1.0.0', sha256: 'c0de' },
    inputs: {},
    counts: {},
  }).id
}

function pointTo(output: string, id: string): void {
  symlinkSync(`releases/${id}`, join(output, 'next'))
  renameSync(join(output, 'next'), join(output, 'current'))
}

describe.skipIf(version === null)(`the shipped site in nginx ${version}`, () => {
  const folder = temporaryFolder()
  const output = join(folder.path, 'output')
  let sample: Release
  let release: Release
  let node: RunningServer
  let nginx: RunningNginx
  const ofNginx = (address: string, init?: RequestInit, more?: string[]) =>
    fetch(nginx.url + address, init).then((response) => toAnswer(response, more))
  const ofNode = (address: string, init?: RequestInit, more?: string[]) =>
    fetch(node.url + address, init).then((response) => toAnswer(response, more))
  /** The calls that were passed on to the handler since the last check. */
  let seen = 0
  const newCalls = (): string[] => {
    const calls = nginx.calls().slice(seen)
    seen += calls.length
    return calls.filter((call) => call.isHandled).map((call) => call.target)
  }

  beforeAll(async () => {
    sample = await publishSample(join(folder.path, 'sample'))
    // Published today: badges of an older release are marked as stale and are no longer plain files.
    release = publishAgain(sample, output, { date: new Date().toISOString().slice(0, 10) })
    // The release was made from another one, so its log does not end with it.
    node = await startServer({ output, host: '127.0.0.1', port: 0, guard: UNGUARDED })
    const handler = new URL(node.url).host
    nginx = await startNginx(join(folder.path, 'nginx'), (listen) =>
      nginxSite({ output, listen, serverName: 'localhost', handler }),
    )
    newCalls()
  }, 120_000)
  afterAll(async () => {
    await nginx?.close()
    await node?.close()
    folder.remove()
  })

  test('every static address is answered by nginx itself, as the Node handler answers it', async () => {
    const addresses = staticAddresses(release, 4)
    expect(addresses.length).toBeGreaterThan((listHandles(release).length / 4) * 6)
    expect(await differences(addresses, ofNginx, ofNode)).toEqual([])
    expect(newCalls()).toEqual([])
  }, 120_000)

  test('what is no file is the handler’s: unknown, written otherwise, with a query that counts', async () => {
    const handle = listHandles(release)[0] as string
    const addresses = [
      '/nope',
      '/_headers',
      '/_redirects',
      '/404.html',
      '/index.html',
      '/data/',
      '/data/nope.json',
      '/data//counts.json',
      '/data/%63ounts.json',
      '/agents/nobody-at-all',
      '/agents/nobody.html',
      `/agents/${handle}.html`,
      `/agents/${handle}/`,
      `/api/agent/${handle.toUpperCase()}/llm-summary`,
      `/api/agent/${handle}%0A/llm-summary`,
      '/api/agent/nobody-at-all/llm-summary',
      '/api/rankings/mcp_server/llm-summary',
      '/embed/nobody-at-all',
      '/api/rankings/developer/llm-summary?limit=3',
      '/api/rankings/developer/llm-summary?limit=',
      '/api/rankings/developer/llm-summary?%6Cimit=3',
      '/api/rankings/developer/llm-summary?x&limit=3',
      '/api/rankings/developer/llm-summary?utm_source=x',
      '/api/agent-economy/llm-summary?limit=3',
      '/api/ghost-index/v1?history=0',
      '/api/agents/find?q=chess',
      `/api/agents/bulk?handles=${handle}`,
    ]
    expect(await differences(addresses, ofNginx, ofNode)).toEqual([])
    expect(new Set(newCalls())).toEqual(new Set(addresses))
  })

  test('a browser gets a page where nothing is, through nginx as from Node', async () => {
    const asked = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
    for (const address of [
      '/nope',
      '/agents/nobody-at-all',
      '/rankings/service/999',
      '/compare?agents=a,b',
    ]) {
      const answer = await ofNginx(address, asked, ['vary'])
      expect(answer).toEqual(await ofNode(address, asked, ['vary']))
      expect(JSON.stringify(answer), address).toContain('text/html')
    }
    expect(newCalls()).toHaveLength(4)
  })

  test('queries that do not count make no difference and are answered with the file', async () => {
    const addresses = [
      '/rankings/developer?utm_source=x',
      '/corrections?Agent=x&agents=y',
      '/changes.json?limit=3',
      '/changes?days=7',
    ]
    expect(await differences(addresses, ofNginx, ofNode)).toEqual([])
    expect(newCalls()).toEqual([])
  })

  test('HEAD is answered with the file; other methods are the handler’s', async () => {
    for (const method of ['HEAD', 'OPTIONS', 'DELETE']) {
      const address = '/api/agent-economy/llm-summary'
      const more = ['content-length', 'allow', 'access-control-allow-methods']
      // nginx does not compress an answer to HEAD, which has no body.
      const asked = { method, headers: { 'accept-encoding': 'identity' } }
      expect(await ofNginx(address, asked, more)).toEqual(await ofNode(address, asked, more))
      expect(newCalls().length, method).toBe(method === 'HEAD' ? 0 : 1)
    }
  })

  test('downloads answer range requests, and only they', async () => {
    const more = ['content-range', 'content-length']
    for (const range of ['bytes=0-99', 'bytes=-8', 'bytes=4-', 'bytes=0-1,4-5', 'lines=1-2']) {
      const asked = { headers: { range } }
      const answer = await ofNginx('/data/signal-inputs.parquet', asked, more)
      expect(answer, range).toEqual(await ofNode('/data/signal-inputs.parquet', asked, more))
    }
    const whole = await ofNginx('/data/counts.json', {}, ['accept-ranges'])
    expect(whole).toEqual(await ofNode('/data/counts.json', {}, ['accept-ranges']))
    const refused = await fetch(`${nginx.url}/data/counts.json`, { headers: { range: 'bytes=9999999-' } })
    expect([refused.status, refused.headers.get('x-release')]).toEqual([416, release.id])
    expect((await ofNginx('/llms.txt', { headers: { range: 'bytes=0-3' } })).status).toBe(200)
    expect(newCalls()).toEqual([])
  })

  test('HEAD knows no ranges', async () => {
    const more = ['content-range', 'content-length', 'accept-ranges']
    const asked = { method: 'HEAD', headers: { range: 'bytes=0-9', 'accept-encoding': 'identity' } }
    const answer = await ofNginx('/data/signal-inputs.parquet', asked, more)
    expect(answer).toMatchObject({ status: 200, headers: { 'content-range': null } })
    expect(answer).toEqual(await ofNode('/data/signal-inputs.parquet', asked, more))
    newCalls()
  })

  test('text is compressed for those who take it, whoever answers, and downloads are not', async () => {
    const more = ['content-encoding', 'vary']
    const addresses = ['/llms.txt', '/', '/openapi.json', '/api/ghost-index/v1?history=3', '/data/agents.csv']
    for (const address of addresses) {
      const asked = { headers: { 'accept-encoding': 'gzip' } }
      const answer = await ofNginx(address, asked, more)
      expect(answer, address).toEqual(await ofNode(address, asked, more))
      expect(answer.headers['content-encoding'], address).toBe(address.startsWith('/data/') ? null : 'gzip')
    }
    newCalls()
  })

  test('an answer is not sent again to those who have it', async () => {
    const first = await fetch(`${nginx.url}/api/agent-economy/llm-summary`)
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    const second = await fetch(`${nginx.url}/api/agent-economy/llm-summary`, { headers })
    expect([second.status, second.headers.get('cache-control')]).toEqual([
      304,
      first.headers.get('cache-control'),
    ])
  })

  test('badges of a release that is days old are the handler’s, which marks them', async () => {
    const [handle] = listHandles(sample)
    publishAgain(sample, join(folder.path, 'old'), {})
    const old = await startNginx(join(folder.path, 'old-nginx'), (listen) =>
      nginxSite({
        output: join(folder.path, 'old'),
        listen,
        serverName: 'localhost',
        handler: new URL(node.url).host,
      }),
    )
    try {
      await (await fetch(`${old.url}/embed/${handle}`)).arrayBuffer()
      await (await fetch(`${old.url}/agents/${handle}`)).arrayBuffer()
      // nginx logs a call after sending its last byte.
      await expect.poll(() => old.calls().at(-1)).toEqual({ target: `/agents/${handle}`, isHandled: false })
      expect(
        old
          .calls()
          .filter((call) => call.isHandled)
          .map((call) => call.target),
      ).toContain(`/embed/${handle}`)
    } finally {
      await old.close()
    }
  })

  test('while the pointer moves, an answer names the release that its bytes are from', async () => {
    const moving = join(folder.path, 'moving')
    const ids = ['one', 'two'].map((version, at) => publishVersion(moving, `2026-02-0${at + 1}`, version))
    const own = await startNginx(join(folder.path, 'moving-nginx'), (listen) =>
      nginxSite({ output: moving, listen, serverName: 'localhost', handler: new URL(node.url).host }),
    )
    const seenBodies = new Set<string>()
    let flips = 0
    let isOver = false
    // As often as possible: the moment in which a call could see two releases is a few microseconds long.
    const flip = () => {
      for (let i = 0; i < 100; i += 1) pointTo(moving, ids[flips++ % 2] as string)
      if (!isOver) setImmediate(flip)
    }
    flip()
    const read = async () => {
      for (let call = 0; call < 300; call += 1) {
        const response = await fetch(`${own.url}/api/agent-economy/llm-summary`)
        const body = await response.text()
        seenBodies.add(body)
        expect(ids[body === 'one' ? 0 : 1]).toBe(response.headers.get('x-release'))
      }
    }
    try {
      await Promise.all([read(), read(), read(), read()])
    } finally {
      isOver = true
      await own.close()
    }
    expect(flips).toBeGreaterThan(1000)
    expect([...seenBodies].sort()).toEqual(['one', 'two'])
  })

  test('files are answered while the handler is down, and the rest with 503 and the error body', async () => {
    await node.close()
    expect((await ofNginx('/api/agent-economy/llm-summary')).status).toBe(200)
    const answer = await fetch(`${nginx.url}/api/agents/find?q=chess`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect(answer.headers.get('x-release')).toBe(release.id)
    expect(await answer.json()).toMatchObject({ error: 'unavailable' })
  })
})
