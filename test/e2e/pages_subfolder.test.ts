import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { crawl } from '../../lab/e2e/browser/crawl.ts'
import { GOLDEN_DAYS, goldenOutput } from '../golden_days.ts'
import { temporaryFolder } from '../hosts/published.ts'
import { startGithubPages } from '../kit/github_pages.ts'
import { runGoldenDay } from '../kit/golden_day.ts'

const SITE = 'http://owner.example/index'

test('on GitHub Pages, in a subfolder, every address that a page names is answered', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder.path, { recursive: true, force: true }))
  const before = (await goldenOutput(1)).output
  cpSync(before, folder.path, { recursive: true, verbatimSymlinks: true })
  await runGoldenDay(folder.path, GOLDEN_DAYS[1], { baseUrl: SITE, isStaticHost: true })
  const pages = await startGithubPages(join(folder.path, 'current/public'), '/index')
  onTestFinished(() => pages.close())
  const { origin } = new URL(pages.url)
  const { reached, broken } = await crawl(async (target) => {
    const response = await fetch(origin + target)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    return { status: response.status, html: isPage ? await response.text() : null }
  }, SITE)
  expect(broken).toEqual([])
  expect(reached.size).toBeGreaterThan(300)
  expect([...reached.keys()].filter((path) => !path.startsWith('/index/'))).toEqual([])
}, 120_000)
