import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { CHROMIUM, launchChromium } from '../../test/kit/chromium.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { startGithubPages } from '../../test/kit/github_pages.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../../test/sample_output.ts'
import { walk } from './pages_subfolder/walk.ts'

const MAX_WAIT_MS = 30_000
const BASE = '/index'
const HOST = 'owner.example'
const HELP = `Usage: npm run e2e -- pages-subfolder [--output DIR] [--chromium FILE]

Serves a release as GitHub Pages does for a repository: files alone, in a subfolder of the host. Opens every page in
Chromium, asks for every address that a page names or loads, and uses what scripts do: search, filter, calculator, badge,
verification. Exit code: 0 no address is broken, 1 one is.

  --output DIR     a release whose links start with http://${HOST}${BASE} (default: the sample, built for this)
  --chromium FILE  the browser (default: ${CHROMIUM})
`

/** A thing that scripts do, and the failure; null where it worked. */
interface Trial {
  name: string
  problem: string | null
}

async function trial(name: string, does: () => Promise<unknown>): Promise<Trial> {
  try {
    await does()
    return { name, problem: null }
  } catch (error) {
    return { name, problem: String(error).split('\n')[0] ?? '' }
  }
}

/** Uses the scripts of pages: each reads files of the site by itself. */
async function useScripts(page: Page, site: string, handle: string): Promise<Trial[]> {
  page.setDefaultTimeout(MAX_WAIT_MS)
  const agent = `a[href^="${BASE}/agents/"]`
  return [
    await trial('suggest agents', async () => {
      await page.goto(`${site}/`)
      await page.keyboard.type('/tool')
      await page.waitForSelector(`[role=option][href^="${BASE}/agents/"]`)
    }),
    await trial('list results', async () => {
      await page.keyboard.press('Enter')
      await page.waitForSelector(`#results ${agent}`)
    }),
    await trial('open a result', async () => {
      await page.click(`#results ${agent}`)
      await page.waitForURL(`${site}/agents/*`)
    }),
    await trial('filter a ranking over all its pages', async () => {
      await page.goto(`${site}/rankings/mcp_server`)
      await page.fill('#narrow input[type=search]', 'weather')
      await page.getByText(/ of \d+ agents\./).waitFor()
    }),
    await trial('calculate a score', async () => {
      await page.goto(`${site}/methodology/mcp_server`)
      await page.waitForSelector('#calculator li input')
    }),
    await trial('show a badge', async () => {
      await page.goto(`${site}/badge?agent=${handle}`)
      await page.waitForSelector(`#badge-preview[src^="${BASE}/embed/${handle}"]`)
    }),
    await trial('verify an agent', async () => {
      await page.goto(`${site}/verify#${handle}`)
      await page.getByText(/It holds|Nothing is wrong/).waitFor()
    }),
    await trial('show the log', async () => {
      await page.goto(`${site}/status`)
      await page.waitForSelector('#log-now > *')
    }),
    await trial('lead on from a page that is missing', async () => {
      await page.goto(`${site}/nowhere/at/all`)
      await page.click(`main a[href="${BASE}/changes"]`)
      await page.waitForURL(`${site}/changes`)
    }),
  ]
}

/** The results for a release, as lines of what is wrong. */
export async function checkSubfolder(output: string, chromium = CHROMIUM): Promise<string[]> {
  const pages = await startGithubPages(join(output, 'current', 'public'), BASE)
  // The browser reaches the made-up host at the local server.
  const toLocal = `--host-resolver-rules=MAP ${HOST}:80 ${new URL(pages.url).host}`
  const browser = await launchChromium(chromium, [toLocal])
  try {
    const site = `http://${HOST}${BASE}`
    const { pages: opened, addresses, broken } = await walk(await browser.newPage(), `${site}/`)
    console.log(`${opened} pages opened, ${addresses} addresses asked for, ${broken.length} broken`)
    const trials = await useScripts(await browser.newPage(), site, 'weather-tools')
    console.log(`${trials.length} things that scripts do`)
    return [
      ...broken,
      ...trials.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`])),
    ]
  } finally {
    await browser.close()
    await pages.close()
  }
}

/** Builds a day of the sample for that address, after days that had another. */
async function buildSubfolder(folder: string): Promise<void> {
  cpSync(await sampleOutput(), folder, { recursive: true, verbatimSymlinks: true })
  const day = SAMPLE_DAYS[PUBLISHED_DAYS.length] ?? ''
  await runSampleDay(folder, day, { baseUrl: `http://${HOST}${BASE}`, isStaticHost: true })
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const options = { output: { type: 'string' }, chromium: { type: 'string', default: CHROMIUM } } as const
  const { values } = parseArgs({ args, options })
  return inTemporaryFolder(async (folder) => {
    if (values.output === undefined) await buildSubfolder(folder)
    const wrong = await checkSubfolder(values.output ?? folder, values.chromium)
    console.log(wrong.length === 0 ? 'Nothing is wrong.' : wrong.join('\n'))
    return wrong.length === 0
  })
})
