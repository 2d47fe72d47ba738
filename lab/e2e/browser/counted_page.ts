import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** Awaits an action of a person, and counts it: text typed in one go, a key or a click is one. */
export type Act = (action: Promise<unknown>) => Promise<void>

/** An open page on which actions are counted. */
export interface CountedPage {
  page: Page
  act: Act
  /** Returns the number of actions so far. */
  actions(): number
  close(): Promise<void>
}

const MAX_WAIT_MS = 20_000

/** Opens an address in a window of its own, which may use the clipboard. */
export async function openCounted(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<CountedPage> {
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(MAX_WAIT_MS)
  let actions = 0
  const act: Act = async (action) => {
    actions++
    await action
  }
  await page.goto(url, { waitUntil: 'load' })
  return { page, act, actions: () => actions, close: () => context.close() }
}
