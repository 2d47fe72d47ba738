import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { CHROMIUM, launchChromium } from '../../test/kit/chromium.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { localService } from '../../test/kit/local_service.ts'
import { sampleOutput } from '../../test/sample_output.ts'
import { openSite } from './search_box/page.ts'

const MAX_BYTES = 60_000
const HELP = `Usage: npm run e2e -- search_box [--chromium FILE]

Serves the sample and searches it in Chromium by the keyboard: suggestions under the box, the page of results with the
service and without it, hostile names, an index that is away, offline. Exit code: 0 all of that holds, 1 something does not.

  --chromium FILE  the browser (default: ${CHROMIUM})
`

/** One thing that the search was to do, and what it did instead; null where it did. */
export interface Trial {
  name: string
  problem: string | null
}

const trial = (name: string, isRight: boolean, seen: unknown): Trial => ({
  name,
  problem: isRight ? null : JSON.stringify(seen),
})

const quiet = (told: string[]): Trial => trial('nothing is told in the console', told.length === 0, told)

/** Searches a served site in every way. */
async function trySearch(url: string, chromium = CHROMIUM): Promise<Trial[]> {
  const browser = await launchChromium(chromium)
  try {
    return [
      ...(await tryKeys(browser, url)),
      ...(await tryResults(browser, url)),
      ...(await tryNames(browser, url)),
      ...(await tryFaults(browser, url)),
      ...(await tryTooMany(browser, url)),
    ]
  } finally {
    await browser.close()
  }
}

/** Tries the keyboard on the list. */
async function tryKeys(browser: Browser, url: string): Promise<Trial[]> {
  const site = await openSite(browser, `${url}/changes`)
  const typed = await site.type('bus ti')
  const down = await site.press('ArrowDown')
  const up = await site.press('ArrowUp')
  const last = await site.press('ArrowUp')
  const closed = await site.press('Escape')
  const again = await site.type('bus tim')
  await site.press('ArrowDown')
  const bytes = [...site.loaded.values()].reduce((sum, number) => sum + number, 0)
  const loaded = [...site.loaded]
  const opened = await site.follow('Enter')
  const isTyped =
    typed.isOpen && typed.options.length > 1 && /\d+ agents found for “bus ti”/.test(typed.status)
  return [
    trial('typing opens the list and tells the number', isTyped, typed),
    trial('the arrow goes down to the first', down.options[0]?.startsWith('→ ') === true, down),
    trial('and up to the box', up.isOpen && !up.options.some((option) => option.startsWith('→')), up),
    trial('and further up to the last', last.options.at(-1)?.startsWith('→ ') === true, last),
    trial('Escape closes the list', !closed.isOpen, closed),
    trial('typing on opens it again', again.isOpen, again),
    trial('Enter opens the chosen agent', opened.startsWith('/agents/') && opened.includes('bus'), opened),
    trial('little is loaded for it', bytes > 0 && bytes < MAX_BYTES && loaded.length <= 4, loaded),
    quiet(await site.end()),
  ]
}

/** Without a choice Enter leads to the results: those of the service, and those of files alone, are the same. */
async function tryResults(browser: Browser, url: string): Promise<Trial[]> {
  const site = await openSite(browser, url)
  await site.type('ring desk')
  const address = await site.follow('Enter')
  const served = await site.results()
  const files = await openSite(browser, `${url}/search?q=ring+desk`, asFiles(url))
  const alone = await files.results()
  const nobody = await openSite(browser, `${url}/search?q=tidee`, asFiles(url))
  const near = await nobody.results()
  return [
    trial('Enter leads to the results', address === '/search?q=ring+desk', address),
    trial('the service lists the agents', served.handles.length > 1, served),
    trial('files alone list the same', JSON.stringify(alone) === JSON.stringify(served), { alone, served }),
    trial(
      'near names are named where none is found',
      near.handles.some((handle) => handle.includes('tide')),
      near,
    ),
    quiet([...(await site.end()), ...(await files.end()), ...(await nobody.end())]),
  ]
}

/** The pages as a host without the service has them: a query makes no difference. */
const asFiles = (url: string) => (page: Page) =>
  page.route('**/search?q=*', async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${url}/search` }) }),
  )

/** Hostile names are text, and never bare. */
async function tryNames(browser: Browser, url: string): Promise<Trial[]> {
  const site = await openSite(browser, url)
  const seen = await site.type('template')
  const [hostile = ''] = seen.options.filter((option) => option.includes('{{constructor}}'))
  const script = await site.type('</data>')
  const results = await openSite(browser, `${url}/search?q=template`, asFiles(url))
  await results.results()
  const text = await results.page.locator('#results').innerText()
  return [
    trial('a hostile name is shown as text with its flag', hostile.includes('flagged: hostile name'), seen),
    trial(
      'and is found by its signs',
      script.options.some((option) => option.includes('</data>')),
      script,
    ),
    trial('on the page of results too', text.includes('{{constructor}}') && text.includes('flagged:'), text),
    quiet([...(await site.end()), ...(await results.end())]),
  ]
}

/** Tries faults: each message says what is unavailable and what to do. */
async function tryFaults(browser: Browser, url: string): Promise<Trial[]> {
  const site = await openSite(browser, url)
  // The script of the suggestions comes with the first focus.
  await site.page.keyboard.press('/')
  await site.page.locator('.suggestions').waitFor({ state: 'attached' })
  await site.goOffline()
  const offline = await site.type('bus')
  const missing = await openSite(browser, url, (page) =>
    page.route('**/search/words/**', (route) => route.fulfill({ status: 404, body: 'gone' })),
  )
  const gone = await missing.type('bus')
  const expected = /ERR_INTERNET_DISCONNECTED|404/
  return [
    trial(
      'offline it says to check the connection',
      offline.status.includes('Check the connection'),
      offline,
    ),
    trial('of a missing file it says to reload', gone.status.includes('Reload the page'), gone),
    quiet([...(await site.end(expected)), ...(await missing.end(expected))]),
  ]
}

/** Of more agents than an index is written for the service is asked. */
async function tryTooMany(browser: Browser, url: string): Promise<Trial[]> {
  const withoutTree = (page: Page) =>
    page.route('**/search/index.json', (route) => route.fulfill({ json: { agents: 100_001, tree: null } }))
  const site = await openSite(browser, url, withoutTree)
  const seen = await site.type('weather')
  const results = await openSite(browser, `${url}/search?q=weather`, async (page) => {
    await withoutTree(page)
    await asFiles(url)(page)
  })
  await results.results()
  const text = await results.page.locator('#results').innerText()
  return [
    trial('without an index the service suggests', seen.options.length === 3, seen),
    trial('and the page says so', text.includes('the service finds these'), text),
    quiet([...(await site.end()), ...(await results.end())]),
  ]
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { chromium: { type: 'string', default: CHROMIUM } } })
  const trials = await searchSample(values.chromium)
  for (const { name, problem } of trials)
    console.log(problem === null ? `right: ${name}` : `WRONG: ${name}: ${problem}`)
  return trials.every(({ problem }) => problem === null)
})

/** Serves the sample and searches it. */
export async function searchSample(chromium = CHROMIUM): Promise<Trial[]> {
  const output = await sampleOutput()
  return inTemporaryFolder(async (folder) => {
    const service = await localService({ output, folder })
    try {
      return await trySearch(service.url, chromium)
    } finally {
      await service.close()
    }
  })
}
