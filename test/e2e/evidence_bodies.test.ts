import { hash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { workerBundle } from '../../pipeline/artifacts/hosts/bundle.ts'
import { publishHostile, SERVED, WITHDRAWN } from '../evidence/hostile_release.ts'
import { temporaryFolder } from '../hosts/published.ts'
import { type Simulator, startPages, startWorker, upload } from '../hosts/simulator.ts'
import { type LocalService, localService } from '../kit/local_service.ts'

const ORIGIN = 'https://assay.example'
const INERT = {
  'content-type': 'application/octet-stream',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
}

const folder = temporaryFolder()
const output = join(folder.path, 'output')
const release = publishHostile(output)
afterAll(() => folder.remove())

/** The lines of what is wrong with the answers of a host. */
async function askAll(ask: (address: string, init?: RequestInit) => Promise<Response>): Promise<string[]> {
  const wrong: string[] = []
  for (const { what, sha256, address } of SERVED)
    for (const init of [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-3', accept: 'text/html' } }]) {
      const answer = await ask(address, init)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const expected = { ...INERT, 'content-disposition': `attachment; filename="${sha256}.bin"` }
      const others = Object.entries(expected).filter(([name, value]) => answer.headers.get(name) !== value)
      const isWhole = init.method === 'HEAD' ? bytes.length === 0 : hash('sha256', bytes) === sha256
      if (answer.status !== 200 || !isWhole || others.length > 0 || answer.headers.has('set-cookie'))
        wrong.push(`${what}, ${JSON.stringify(init)}: ${answer.status}, ${bytes.length} bytes, ${others}`)
    }
  const gone = await ask(WITHDRAWN.address)
  const said = await gone.text()
  if (gone.status !== 410 || !said.includes(WITHDRAWN.reason)) wrong.push(`withdrawn: ${gone.status} ${said}`)
  return wrong
}

describe('hosts', () => {
  let host: Simulator | undefined
  let service: LocalService | undefined
  afterAll(async () => {
    await host?.dispose()
    await service?.close()
  })

  test('the Worker hands out hostile bodies as bytes alone', async () => {
    host = await startWorker(await workerBundle())
    await upload(host, release)
    const worker = host
    expect(await askAll((address, init) => worker.dispatchFetch(ORIGIN + address, init))).toEqual([])
    await host.dispose()
  })

  test('the service hands out hostile bodies as bytes alone', async () => {
    service = await localService({ output, folder: folder.path })
    const { url } = service
    expect(await askAll((address, init) => fetch(url + address, init))).toEqual([])
  })

  test('a host of files alone has none of them', async () => {
    expect([...release.entries()].filter(({ key }) => key.startsWith('public/evidence'))).toEqual([])
    host = await startPages(join(release.path, 'public'))
    for (const { address } of [...SERVED, WITHDRAWN])
      expect((await host.dispatchFetch(ORIGIN + address)).status).toBe(404)
  })
})
