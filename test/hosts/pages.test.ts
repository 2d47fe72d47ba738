import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { diskBlobs } from '../../core/release/disk_blobs.ts'
import { openReader } from '../../core/release/reader.ts'
import { pagesHeaders, pagesRedirects } from '../../pipeline/artifacts/hosts/pages.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { answerOf, differences } from './answers.ts'
import { publishSample, staticAddresses, temporaryFolder } from './published.ts'
import { startPages } from './simulator.ts'

const ID = '2026-01-01-0123456789ab'

/** The rules of a `_headers` file: pattern and the names of its headers. */
const rules = pagesHeaders(ID)
  .split('\n\n')
  .map((block) => block.trim().split('\n'))
  .map(([pattern = '', ...headers]) => ({ pattern, names: headers.map((line) => line.trim().split(':')[0]) }))

/** The names of headers after one more rule: `! name` takes one back. */
const applied = (before: (string | undefined)[], { names }: (typeof rules)[number]) => {
  const back = new Set(names.flatMap((name) => (name?.startsWith('! ') ? [name.slice(2)] : [])))
  return [
    ...before.filter((name) => !back.has(name ?? '')),
    ...names.filter((name) => !name?.startsWith('! ')),
  ]
}

const fits = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}$`).test(
    path,
  )

test('_headers keeps to the limits of Pages: 100 rules, 2,000 characters a line', () => {
  expect(rules.length).toBeLessThanOrEqual(100)
  for (const line of pagesHeaders(ID).split('\n')) expect(line.length).toBeLessThan(2000)
})

test('every address has one rule for each header: two would be joined to one value', () => {
  const paths = ENDPOINTS.filter(({ method, file }) => method === 'GET' && file !== null).map(({ path }) =>
    path.replace('*', 'deep/er.parquet').replaceAll(/\{\w+\}/g, 'some-agent'),
  )
  for (const path of [...paths, '/embed/some-agent.svg']) {
    const names = rules.filter(({ pattern }) => fits(pattern, path)).reduce(applied, [])
    expect(new Set(names).size, `${path}: ${names}`).toBe(names.length)
    expect(names, path).toEqual(expect.arrayContaining(['cache-control', 'content-type', 'x-release']))
  }
})

test('a host of static files answers every file as the handler does', async () => {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())
  const release = await publishSample(join(folder.path, 'sample'))
  const site = join(folder.path, 'site')
  cpSync(join(release.path, 'public'), site, { recursive: true })
  writeFileSync(join(site, '_headers'), pagesHeaders(release.id))
  writeFileSync(join(site, '_redirects'), pagesRedirects())
  const served = new ServedRelease(await openReader(diskBlobs(release.path)), () => 0)
  // On the day of the release: such a host cannot mark a badge as stale.
  const now = () => new Date(`${release.about.date}T12:00:00Z`)
  const handler = createHandler({ current: async () => served, now, log: console.error })
  const pages = await startPages(site)
  try {
    const addresses = staticAddresses(release, 10)
    const found = await differences(
      addresses,
      async (address) => answerOf(await pages.dispatchFetch(`https://assay.example${address}`)),
      async (address) => answerOf(await handler.answer(new Request(`https://assay.example${address}`))),
    )
    expect(found).toEqual([])
    expect((await pages.dispatchFetch('https://assay.example/nope')).status).toBe(404)
  } finally {
    await pages.dispose()
  }
}, 120_000)
