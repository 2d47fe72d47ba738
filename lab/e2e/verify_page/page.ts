import type { Browser } from 'playwright-core'
import type { Trial } from '../verify_page.ts'

/** The result of a check as the page shows it. */
interface ShownResult {
  verdict: string
  text: string
}

/** The page in a browser. */
export interface OpenPage {
  /** Pastes a text and presses Enter on the button, by the keyboard. */
  check(text: string): Promise<ShownResult>
  /** Types a text and presses Enter in the field. */
  enter(text: string): Promise<ShownResult>
  /** Chooses a file. */
  choose(name: string, body: Uint8Array): Promise<ShownResult>
  /** From now on every request fails. */
  goOffline(): Promise<void>
  /** Closes it; unexpected console messages are failures. */
  end(expected?: RegExp): Promise<Trial[]>
}

/** Opens `/verify`, with other keys where some are given. */
export async function openVerifyPage(browser: Browser, url: string, jwks?: string): Promise<OpenPage> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const told: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') told.push(message.text())
  })
  page.on('pageerror', (error) => told.push(error.message))
  if (jwks !== undefined)
    await page.route('**/.well-known/jwks.json', (route) =>
      route.fulfill({ body: jwks, contentType: 'application/json' }),
    )
  const response = await page.goto(`${url}/verify`)
  const policy = response?.headers()['content-security-policy'] ?? ''
  if (!policy.includes("script-src 'self'") || policy.includes('unsafe')) told.push(`its policy is ${policy}`)
  await page.locator('#keys', { hasText: 'are loaded' }).waitFor()
  const readResult = async (): Promise<ShownResult> => {
    const result = page.locator('#result:focus:not(:has-text("Checking"))')
    await result.waitFor()
    return {
      verdict: (await result.getAttribute('data-verdict')) ?? '',
      text: await result.innerText(),
    }
  }
  const field = page.locator('#given')
  return {
    async check(text) {
      await field.fill(text)
      await field.focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      return readResult()
    },
    async enter(text) {
      await field.fill(text)
      await field.press('Enter')
      return readResult()
    },
    async choose(name, body) {
      await page.locator('#file').setInputFiles({ name, mimeType: '', buffer: Buffer.from(body) })
      return readResult()
    },
    goOffline: () => context.setOffline(true),
    async end(expected) {
      await context.close()
      const wrong = told.filter((text) => expected === undefined || !expected.test(text))
      return wrong.map((problem) => ({ name: 'nothing is told in the console', problem }))
    },
  }
}
