import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { SEARCH_INDEX, searchPartPath } from '../../../core/search/tree.ts'
import { launchChromium } from '../../../test/kit/chromium.ts'

/** A phone on 4G: 40 ms there and back, 10 Mbit/s. */
const SLOW = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 375_000 }
const PAUSE_MS = 1000
const MAX_MS = 10_000
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

/** Files of an index by their names, and its tree. */
export interface BuiltIndex {
  files: ReadonlyMap<string, string>
  tree: string
}

/**
 * Milliseconds from the last letter typed to the list of results, for each text: a home page of the sample with the
 * index of synthetic agents instead of its own, uncompressed, over a connection that Chromium slows down.
 */
export async function typedInBrowser(release: string, index: BuiltIndex, texts: string[]): Promise<number[]> {
  const browser = await launchChromium()
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1')
    response.setHeader('content-type', TYPES[extname(pathname)] ?? 'text/html')
    response.end(readBody(release, index, pathname))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const times: number[] = []
    for (const text of texts) times.push(await typed(browser, home, text))
    return times
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}

const PART = new RegExp(`^/${searchPartPath('(.+)')}$`)

function readBody(release: string, { files, tree }: BuiltIndex, pathname: string): string | Buffer {
  if (pathname === `/${SEARCH_INDEX}`) return JSON.stringify({ tree })
  const part = files.get(PART.exec(pathname)?.[1] ?? '')
  if (part !== undefined) return part
  const file = join(release, pathname === '/' ? 'index.html' : pathname)
  return existsSync(file) ? readFileSync(file) : ''
}

/** All but the last letter is typed and answered first, as when somebody writes: its files are there then, or others. */
async function typed(browser: Browser, home: string, text: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', SLOW)
  await page.goto(home)
  await page.keyboard.press('/')
  await page.keyboard.insertText(text.slice(0, -1))
  await page.waitForTimeout(PAUSE_MS)
  const time = await timeOfLast(page, text.slice(-1))
  await context.close()
  return time
}

async function timeOfLast(page: Page, letter: string): Promise<number> {
  await page.evaluate(`window.answered = new Promise((resolve) => {
    const [box, list] = [document.querySelector('#search'), document.querySelector('.suggestions')]
    box.addEventListener('input', () => {
      const started = performance.now()
      const observer = new MutationObserver(() => resolve(performance.now() - started))
      observer.observe(list.querySelector('[role=status]'), { subtree: true, childList: true, characterData: true })
    }, { capture: true, once: true })
    setTimeout(() => resolve(Infinity), ${MAX_MS})
  }); undefined`)
  await page.keyboard.insertText(letter)
  return (await page.evaluate('window.answered')) as number
}
