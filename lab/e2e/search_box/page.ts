import type { Browser, Page } from 'playwright-core'

const PAUSE_MS = 50
const MAX_TRIES = 200

/** The state of the list below the box. */
interface SuggestionState {
  isOpen: boolean
  /** The text of each option, the chosen one with an arrow before it. */
  options: string[]
  status: string
}

/** A page of the site in a browser, used by the keyboard. */
export interface OpenPage {
  page: Page
  /** Goes to the box by its key, writes and waits until the line under it has changed. */
  type(text: string): Promise<SuggestionState>
  press(key: string): Promise<SuggestionState>
  /** Presses a key that leads to another page, and gives the address of that. */
  follow(key: string): Promise<string>
  /** The handles that the page of results lists, and the sentence above them. */
  results(): Promise<{ status: string; handles: string[] }>
  /** Addresses of the index that were loaded, and their bytes as files. */
  loaded: Map<string, number>
  goOffline(): Promise<void>
  /** Closes it, and returns the console messages that are not expected. */
  end(expected?: RegExp): Promise<string[]>
}

/** Opens an address of the site. `prepare` may put other answers in the place of the site's own. */
export async function openSite(
  browser: Browser,
  address: string,
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<OpenPage> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const told: string[] = []
  const loaded = new Map<string, number>()
  page.on('console', (message) => {
    if (message.type() === 'error') told.push(message.text())
  })
  page.on('pageerror', (error) => told.push(error.message))
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/search/'))
      loaded.set(pathname, (await response.body().catch(() => Buffer.alloc(0))).length)
  })
  await prepare(page)
  await page.goto(address)
  const box = page.locator('#search')
  const popup = page.locator('.suggestions')
  const readSuggestions = async (): Promise<SuggestionState> => {
    const chosen = await box.getAttribute('aria-activedescendant')
    // All at once: the list changes under one who reads it option by option.
    const options = await popup
      .locator('[role=option]')
      .evaluateAll(
        (all, chosen) =>
          all.map(
            (option) =>
              `${option.id === chosen && option.ariaSelected === 'true' ? '→ ' : ''}${option.innerText}`,
          ),
        chosen,
      )
    return {
      isOpen: (await box.getAttribute('aria-expanded')) === 'true' && (await popup.isVisible()),
      options,
      status: (await popup.locator('[role=status]').textContent()) ?? '',
    }
  }
  return {
    page,
    loaded,
    async type(text) {
      await page.locator('h1').first().waitFor()
      if ((await page.locator('#search:focus').count()) === 0) await page.keyboard.press('/')
      const before = (await readSuggestions()).status
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
      for (let tries = 0; tries < MAX_TRIES && (await readSuggestions()).status === before; tries += 1)
        await page.waitForTimeout(PAUSE_MS)
      return readSuggestions()
    },
    async press(key) {
      await page.keyboard.press(key)
      return readSuggestions()
    },
    async follow(key) {
      await Promise.all([page.waitForEvent('load'), page.keyboard.press(key)])
      const { pathname, search } = new URL(page.url())
      return pathname + search
    },
    async results() {
      const status = page.locator('#results [role=status]:not(:has-text("Searching"))')
      await status.waitFor()
      return {
        status: await status.innerText(),
        handles: await page.locator('#results code').allInnerTexts(),
      }
    },
    goOffline: () => context.setOffline(true),
    async end(expected) {
      await context.close()
      return told.filter((text) => expected === undefined || !expected.test(text))
    },
  }
}
