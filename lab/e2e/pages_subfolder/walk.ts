import type { Page } from 'playwright-core'

/** The result of opening a site in a browser. */
export interface Walk {
  /** Number of pages that were opened. */
  pages: number
  /** Number of addresses that were asked for, those that pages load by themselves among them. */
  addresses: number
  /** Addresses of the site that were not answered well, with the page that named them first. */
  broken: string[]
}

/** Addresses that a page names, as the browser resolves them; a form that tries the API shows any answer. */
const LINKS = `[...document.querySelectorAll('a[href], link[href], img[src], script[src], form:not(.try)')]
  .map((node) => node.href ?? node.src ?? node.action).filter((address) => typeof address === 'string')`
/** Asked by `/status`, to say whether a service is there. */
const IS_SERVICE = /\/readyz$/
const IS_PAGE = /^text\/html/
const IS_ABORTED = 'net::ERR_ABORTED'
const withoutFragment = (address: string): string => address.replace(/#.*$/, '')

/** Opens every page of a site in a browser, from its home page, and asks for every address that they name. */
export async function walk(page: Page, home: string): Promise<Walk> {
  const asked = new Map([[home, 'the start']])
  const seen = new Set<string>()
  const broken = new Map<string, string>()
  const report = (address: string, reason: string) =>
    broken.set(address, `${address}: ${reason}, named by ${asked.get(address) ?? page.url()}`)
  page.on('response', (response) => {
    seen.add(response.url())
    if (response.status() >= 400 && !IS_SERVICE.test(response.url()))
      report(response.url(), String(response.status()))
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed'
    if (reason !== IS_ABORTED) report(request.url(), reason)
  })
  await page.goto(home)
  const opened = new Set<string>()
  // A Map may grow while it is walked.
  for (const [address] of asked) {
    // A host of files answers a query with the same page.
    const { pathname } = new URL(address)
    if (!(await isPage(page, address)) || opened.has(pathname)) continue
    opened.add(pathname)
    await page.goto(address, { waitUntil: 'load' })
    for (const link of (await page.evaluate(LINKS)) as string[])
      if (link.startsWith(new URL(home).origin) && !asked.has(withoutFragment(link)))
        asked.set(withoutFragment(link), address)
  }
  return { pages: opened.size, addresses: seen.size, broken: [...broken.values()] }
}

/** Asks for an address from within the open page; true for a page that is there. */
async function isPage(page: Page, address: string): Promise<boolean> {
  const ask = `fetch(${JSON.stringify(address)}, { method: 'HEAD' })
    .then((answer) => answer.ok ? answer.headers.get('content-type') ?? '' : '', () => '')`
  return IS_PAGE.test((await page.evaluate(ask)) as string)
}
