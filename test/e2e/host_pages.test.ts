import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { diskBlobs } from '../../core/release/disk_blobs.ts'
import { openReader } from '../../core/release/reader.ts'
import { pagesHeaders, pagesRedirects } from '../../pipeline/artifacts/hosts/pages.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { differences, toAnswer } from '../hosts/answers.ts'
import { publishSample, staticAddresses, temporaryFolder } from '../hosts/published.ts'
import { startPages } from '../hosts/simulator.ts'

test('a host of static files answers every file as the handler does', async () => {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())
  const release = await publishSample(join(folder.path, 'sample'))
  const site = join(folder.path, 'site')
  cpSync(join(release.path, 'public'), site, { recursive: true })
  writeFileSync(join(site, '_headers'), pagesHeaders(release.id))
  writeFileSync(join(site, '_redirects'), pagesRedirects())
  const served = new ServedRelease(await openReader(diskBlobs(release.path)))
  // On the day of the release: such a host cannot mark a badge as stale.
  const now = () => new Date(`${release.about.date}T12:00:00Z`)
  const handler = createHandler({ current: async () => served, now, log: console.error })
  const pages = await startPages(site)
  try {
    const addresses = staticAddresses(release, 10)
    const found = await differences(
      addresses,
      async (address) => toAnswer(await pages.dispatchFetch(`https://assay.example${address}`)),
      async (address) => toAnswer(await handler.answer(new Request(`https://assay.example${address}`))),
    )
    expect(found).toEqual([])
    expect((await pages.dispatchFetch('https://assay.example/nope')).status).toBe(404)
  } finally {
    await pages.dispose()
  }
}, 120_000)
