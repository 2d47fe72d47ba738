import type { Browser, Page } from 'playwright-core'
import { findViolations } from './axe.ts'

/** The widths that each page is opened at, in px: a small phone, a tablet and a desktop. */
export const WIDTHS = [320, 768, 1440]
const HEIGHT = 1600
const SCHEMES = ['light', 'dark'] as const

/** The folder for screenshots; null takes none. */
export type Pictures = string | null

/**
 * Opens a page at each width, light and dark, and returns its problems: console errors, overflow, and violations of
 * axe.
 */
export async function checkPage(
  browser: Browser,
  url: string,
  name: string,
  pictures: Pictures,
): Promise<string[]> {
  const problems: string[] = []
  for (const width of WIDTHS)
    for (const colorScheme of SCHEMES) {
      const context = await browser.newContext({ viewport: { width, height: HEIGHT }, colorScheme })
      const page = await context.newPage()
      const found = await findProblems(page, url)
      problems.push(...found.map((problem) => `${name} at ${width} px, ${colorScheme}: ${problem}`))
      if (pictures !== null)
        await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true })
      await context.close()
    }
  return problems
}

async function findProblems(page: Page, url: string): Promise<string[]> {
  const problems: string[] = []
  page.on('console', (message) => {
    // The console also logs the 404 of a page that exists to return 404.
    const isOwnStatus = message.location().url === url && message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isOwnStatus) problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  await page.goto(url, { waitUntil: 'load' })
  const tooWide = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  if (Number(tooWide) > 0) problems.push(`the body is ${tooWide} px wider than the window`)
  const stacked = await page.evaluate(STACKED)
  for (const text of stacked as string[]) problems.push(`a word is broken over lines: ${text}`)
  for (const violation of await findViolations(page)) problems.push(`axe: ${violation}`)
  return problems
}

/** Cells and labels that are narrower than three letters: their words stand one letter a line. */
const STACKED = `[...document.querySelectorAll('th, td, dt, dd, label, h1, h2, h3')]
  .filter((one) => one.textContent.trim().length > 6 && one.clientHeight > 0 && one.getBoundingClientRect().width < 24)
  .filter((one) => getComputedStyle(one.closest('thead') ?? one).position !== 'absolute')
  .slice(0, 3).map((one) => one.textContent.trim().slice(0, 40))`
