import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { RAN } from './hostile_bodies.ts'
import type { HostileBody } from './hostile_release.ts'

/** A page of the same site without any policy of its own: the worst place from which a body can be named. */
const LURE = '/lure.html'
/** The types by which the bodies would run: they show that this test sees what runs. */
const ALIVE_TYPES = ['text/html', 'text/javascript', 'image/svg+xml', 'application/xhtml+xml']

/** A body in a browser: what it saved under its address, and how often a script of it ran. */
export interface Opened {
  what: string
  sha256: string | null
  ran: number
}

/** Opens each body by its address, and names it in every way that a page can, at the same site. */
export async function openBodies(browser: Browser, url: string, bodies: HostileBody[]): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const { what, address } of bodies) {
    const { context, page, ran } = await openLure(browser, url)
    const saved = await savedBy(page, url + address)
    await nameEverywhere(page, url, address)
    opened.push({ what, sha256: saved, ran: ran() })
    await context.close()
  }
  return opened
}

/** The same with the type by which a body would run; the number of types with which one did. */
export async function openAlive(browser: Browser, url: string, bodies: HostileBody[]): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const { what, address, body } of bodies) {
    let count = 0
    for (const type of ALIVE_TYPES) {
      const { context, page, ran } = await openLure(browser, url)
      await context.route(`**${address}`, (route) => route.fulfill({ body, contentType: type }))
      await page.goto(url + address).catch(() => undefined)
      await nameEverywhere(page, url, address)
      count += ran() > 0 ? 1 : 0
      await context.close()
    }
    opened.push({ what, sha256: null, ran: count })
  }
  return opened
}

interface Lure {
  context: BrowserContext
  page: Page
  ran(): number
}

async function openLure(browser: Browser, url: string): Promise<Lure> {
  const context = await browser.newContext({ acceptDownloads: true })
  await context.route(url + LURE, (route) =>
    route.fulfill({ body: '<!doctype html><title>lure</title>', contentType: 'text/html' }),
  )
  // Nothing leaves for a host that a body names.
  await context.route(/stranger\.example/, (route) => route.abort())
  let count = 0
  context.on('console', (message) => {
    if (message.text().includes(RAN)) count += 1
  })
  return { context, page: await context.newPage(), ran: () => count }
}

/** Returns the SHA-256 of the file that an address saves; null where it opens as a page. */
async function savedBy(page: Page, address: string): Promise<string | null> {
  const download = page.waitForEvent('download', { timeout: 10_000 }).catch(() => null)
  // To go to a download is no end of a visit, which is told as an error.
  await page.goto(address).catch(() => undefined)
  const file = await (await download)?.path()
  return file === undefined ? null : hash('sha256', readFileSync(file))
}

/** Names an address as each kind of thing that a page loads, and waits until all have settled. */
async function nameEverywhere(page: Page, url: string, address: string): Promise<void> {
  await page.goto(url + LURE)
  await page.evaluate(`(async () => {
    const settled = (node) => new Promise((done) => {
      node.onload = node.onerror = done
      setTimeout(done, 300)
      document.body.append(node)
    })
    const make = (name, given) => Object.assign(document.createElement(name), given)
    const address = ${JSON.stringify(address)}
    await Promise.all([
      settled(make('script', { src: address })),
      settled(make('script', { src: address, type: 'module' })),
      settled(make('link', { rel: 'stylesheet', href: address })),
      settled(make('iframe', { src: address })),
      settled(make('object', { data: address, type: 'text/html' })),
      settled(make('object', { data: address, type: 'image/svg+xml' })),
      settled(make('embed', { src: address, type: 'application/pdf' })),
      settled(make('img', { src: address })),
      import(address).catch(() => {}),
      navigator.serviceWorker.register(address, { scope: '/evidence/' })
        .then(() => console.log(${JSON.stringify(RAN)}), () => {}),
      new Promise((done) => {
        const worker = new Worker(address)
        worker.onerror = worker.onmessage = done
        setTimeout(done, 300)
      }),
    ])
  })()`)
}
