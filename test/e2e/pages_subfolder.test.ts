import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { crawl } from '../../lab/e2e/browser/crawl.ts'
import { buildSubfolder } from '../../lab/e2e/pages_subfolder.ts'
import { temporaryFolder } from '../hosts/published.ts'
import { startGithubPages } from '../kit/github_pages.ts'

test('on GitHub Pages, in a subfolder, every address that a page names is answered', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder.path, { recursive: true, force: true }))
  await buildSubfolder(folder.path)
  const pages = await startGithubPages(join(folder.path, 'current/public'), '/index')
  onTestFinished(() => pages.close())
  const { origin } = new URL(pages.url)
  const { reached, broken } = await crawl(async (target) => {
    const response = await fetch(origin + target)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    return { status: response.status, html: isPage ? await response.text() : null }
  }, 'http://owner.example/index')
  expect(broken).toEqual([])
  expect(reached.size).toBeGreaterThan(1000)
  expect([...reached.keys()].filter((path) => !path.startsWith('/index/'))).toEqual([])
}, 120_000)
