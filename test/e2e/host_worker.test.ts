import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskBlobs } from '../../core/release/disk_blobs.ts'
import { openReader } from '../../core/release/reader.ts'
import type { Release } from '../../core/release/release.ts'
import { workerBundle } from '../../pipeline/artifacts/hosts/bundle.ts'
import { createHandler, type Handler } from '../../serving/handler/handler.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { differences, toAnswer } from '../hosts/answers.ts'
import {
  listHandles,
  publishAgain,
  publishSample,
  staticAddresses,
  temporaryFolder,
} from '../hosts/published.ts'
import { type Simulator, startWorker, upload } from '../hosts/simulator.ts'

const ORIGIN = 'https://assay.example'
// The length is left out: the simulator compresses its answers.
const ALL_HEADERS = ['etag', 'content-range', 'accept-ranges', 'allow', 'access-control-allow-methods']

const folder = temporaryFolder()
const releases: Record<'files' | 'packs', Release> = {} as never
let worker: Simulator
let handler: Handler

/** The same handler in this process, over the folder of the release. */
async function handlerOver(release: Release): Promise<Handler> {
  const served = new ServedRelease(await openReader(diskBlobs(release.path)))
  return createHandler({ current: async () => served, now: () => new Date(), log: console.error })
}

const ofWorker = async (address: string, init: RequestInit = {}) => {
  return toAnswer(await worker.dispatchFetch(ORIGIN + address, init), ALL_HEADERS)
}
const ofNode = async (address: string, init: RequestInit = {}) =>
  toAnswer(await handler.answer(new Request(ORIGIN + address, init)), ALL_HEADERS)

beforeAll(async () => {
  const sample = await publishSample(join(folder.path, 'sample'))
  releases.packs = publishAgain(sample, join(folder.path, 'packs'), { layout: 'packs' })
  // The simulator is slow with many objects.
  releases.files = publishAgain(sample, join(folder.path, 'files'), { layout: 'files', agents: 20 })
}, 120_000)
afterAll(() => folder.remove())

test('the bundle is one module that imports nothing', async () => {
  const text = await workerBundle()
  // The line of code that an agent's page shows is no import of ours.
  expect(text.replace('import { ClientFactory } from', '')).not.toMatch(/\bimport\s*[{*"'(]|node:/)
  expect(text.length).toBeLessThan(345_000)
})

test('the bundle has what parameters need of zod, and not what makes JSON Schemas', async () => {
  const text = await workerBundle()
  expect(text).toContain('_zod')
  expect(text).not.toMatch(/json-schema\.org|\bFunction\(/)
})

describe.each(['files', 'packs'] as const)('the Worker over a release in %s', (layout) => {
  beforeAll(async () => {
    worker = await startWorker(await workerBundle())
    await upload(worker, releases[layout])
    handler = await handlerOver(releases[layout])
  }, 60_000)
  afterAll(() => worker?.dispose())

  test('answers about agents as the handler in Node does', async () => {
    const [first = '', second = '', third = ''] = listHandles(releases[layout])
    const addresses = [
      `/api/agent/${first}/llm-summary`,
      `/api/agent/${second.toUpperCase()}/llm-summary`,
      '/api/agent/nobody-at-all/llm-summary',
      `/api/agents/bulk?handles=${first},${second},nobody-at-all`,
      `/api/trust/evaluate?handle=${third}`,
      `/embed/${third}`,
      `/embed/${first}?style=flat-square`,
      `/embed/${second}?style=for-the-badge`,
      `/embed/${first}.json`,
      '/embed/nobody-at-all.svg?style=for-the-badge',
    ]
    expect(await differences(addresses, ofWorker, ofNode)).toEqual([])
  })

  test('answers static addresses of all kinds as the handler in Node does', async () => {
    const some = staticAddresses(releases[layout]).filter((_, at) => at % 7 === 0)
    expect(some.length).toBeGreaterThan(20)
    expect(await differences(some, ofWorker, ofNode)).toEqual([])
  })

  test('a browser gets a page where nothing is', async () => {
    const asked = { headers: { accept: 'text/html,*/*;q=0.8' } }
    for (const address of ['/nope', '/agents/nobody-at-all', '/compare?agents=a,b']) {
      const answer = await ofWorker(address, asked)
      expect(answer).toEqual(await ofNode(address, asked))
      expect(JSON.stringify(answer), address).toContain('text/html')
    }
  })

  test('cuts variants and refuses as the handler in Node does', async () => {
    const [first = '', second] = listHandles(releases[layout])
    // The index lists all agents of the sample, and this release holds a few: one of them alone has these words.
    const found = '/api/agents/find?q=bidi'
    expect((await ofNode(found)).status).toBe(200)
    const addresses = [
      found,
      '/api/rankings/developer/llm-summary?limit=2',
      '/api/rankings/developer/llm-summary?evidence_ready_only=false&limit=100',
      '/api/rankings/developer/llm-summary?limit=0',
      '/api/rankings/mcp_server/llm-summary',
      `/api/compare/llm-summary?agents=${first},${second}`,
      `/compare?agents=${first},${second}`,
      '/api/trust/evaluate',
      '/api/ghost-index/v1?history=1',
      '/api/ghost-index/v1?live=true',
      `/api/reliability/v1?handle=${first}`,
      '/api/x402/demand/v1?days=30&top=3&chain=base',
      '/api/changes/v1?days=7',
      `/api/agent/${first}/changes?limit=1`,
      '/api/agent/nobody/history',
      '/nope',
    ]
    expect(await differences(addresses, ofWorker, ofNode)).toEqual([])
  })

  test('answers other methods, bodies, conditions and ranges as the handler in Node does', async () => {
    const [handle] = listHandles(releases[layout])
    const address = `/api/agent/${handle}/llm-summary`
    const etag = (await ofNode(address)).headers.etag ?? ''
    const calls: [string, RequestInit][] = [
      [address, { method: 'HEAD' }],
      [address, { method: 'OPTIONS' }],
      [address, { method: 'DELETE' }],
      [address, { headers: { 'if-none-match': etag } }],
      [
        '/api/public/trust/batch',
        { method: 'POST', body: JSON.stringify({ agentIds: [handle, 'nobody-at-all'] }) },
      ],
      ['/api/public/trust/batch', { method: 'POST', body: '[' }],
      ['/api/public/trust/batch', { method: 'POST', body: 'x'.repeat(70_000) }],
      ['/data/signal-inputs.parquet', { headers: { range: 'bytes=-8' } }],
      ['/data/counts.json', { headers: { range: 'bytes=9999999-' } }],
    ]
    for (const [target, init] of calls)
      expect(await ofWorker(target, init), `${init.method ?? 'GET'} ${target}`).toEqual(
        await ofNode(target, init),
      )
  })
})

test('without a release the Worker says so; calls that come at once then open it', async () => {
  worker = await startWorker(await workerBundle())
  try {
    const empty = await worker.dispatchFetch(`${ORIGIN}/`)
    expect([empty.status, empty.headers.get('x-release')]).toEqual([503, 'none'])
    await upload(worker, releases.files)
    handler = await handlerOver(releases.files)
    // In another case, so that each of them needs the list of all handles, which is not loaded yet.
    const addresses = listHandles(releases.files)
      .slice(0, 12)
      .map((handle) => `/api/agent/${handle.toUpperCase()}/llm-summary`)
    expect(await differences(addresses, ofWorker, ofNode, addresses.length)).toEqual([])
  } finally {
    await worker.dispose()
  }
})
