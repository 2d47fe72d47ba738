import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeSite } from '../../cli/commands/pages.ts'
import { layOutPages } from '../../cli/pages/lay_out_pages.ts'
import { currentTarget, filesUnder } from '../../core/release/release.ts'
import { temporaryFolder } from '../hosts/published.ts'
import { sampleOutput } from '../sample_output.ts'

const MB = 1e6

async function layOut(layout: 'files' | 'packs', maxBytes: number) {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const output = await sampleOutput(layout)
  const release = join(output, currentTarget(output) ?? '')
  const root = join(folder.path, 'site')
  return { release, root, site: await layOutPages(release, root, maxBytes) }
}

const handlesIn = (root: string): string[] =>
  readdirSync(join(root, 'agents')).flatMap((name) => /^(.+)\.html$/.exec(name)?.[1] ?? [])

test('a release in packs is laid out with the pages and files of all agents, hidden files too', async () => {
  const inFiles = await sampleOutput('files')
  const { root, site } = await layOut('packs', 900 * MB)
  expect(site).toMatchObject({ agents: site.allAgents, tablesFrom: null })
  const expected = [...filesUnder(join(inFiles, currentTarget(inFiles) ?? '', 'public'))]
  const isAboutAgent = (path: string) => /^(agents|embed)\/|^api\/agent\//.test(path)
  const paths = new Set(filesUnder(root))
  expect(expected.filter((path) => isAboutAgent(path) && !paths.has(path))).toEqual([])
  expect(paths).toContain('.well-known/agent-card.json')
})

test('what does not fit is left out: agents without a rank first, and the page of a missing address says so', async () => {
  const { release, root, site } = await layOut('packs', 18 * MB)
  const handles = handlesIn(root)
  expect(handles).toHaveLength(site.agents)
  expect(site.agents).toBeGreaterThan(10)
  expect(site.agents).toBeLessThan(site.allAgents)
  expect(site.bytes).toBeLessThanOrEqual(18 * MB)
  const rows = readFileSync(join(release, 'public/data/latest/rankings.ndjson'), 'utf8').trim().split('\n')
  const ranked = new Set(
    rows.map((row) => JSON.parse(row)).flatMap(({ handle, rank }) => (rank ? [handle] : [])),
  )
  expect(handles.filter((handle) => !ranked.has(handle))).toHaveLength(Math.max(0, site.agents - ranked.size))
  expect(readFileSync(join(root, '404.html'), 'utf8')).toContain(
    `the pages of ${site.agents} of ${site.allAgents} agents, those with a rank first`,
  )
  expect(existsSync(join(root, 'index.html'))).toBe(true)
  expect(describeSite({ ...site, ranked: 1 }).slice(1)).toEqual([
    `left out for want of room: the pages of ${site.allAgents - site.agents} agents`,
    ...(site.tablesFrom === null
      ? []
      : [`left out for want of room: tables of days before ${site.tablesFrom}`]),
  ])
})
