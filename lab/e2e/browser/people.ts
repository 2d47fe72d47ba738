import type { Browser, Locator, Page } from 'playwright-core'
import { type Act, openCounted } from './counted_page.ts'

/** The agents that people come for. */
export interface Sought {
  handle: string
  /** One with signals that were not measured. */
  unmeasured: string
  /** An address at which a seller asks for payment. */
  seller: string
}

/** A person with a question. */
interface Person {
  name: string
  /** Most actions: text typed in one go, a key or a click is one. */
  most: number
  from: string
  /** Does it, counting each action; returns the place of the answer, and words that it must have. */
  does(page: Page, act: Act): Promise<[Locator, RegExp]>
}

const YOURS = 'section[aria-labelledby=yours]'
const SCREEN = { width: 1280, height: 800 }
const [CLICK_SECONDS, SCREEN_SECONDS] = [2, 3]

const peopleWith = ({ handle, unmeasured, seller }: Sought): Person[] => [
  {
    ...{ name: 'payer: is this seller safe, and up to how much', most: 4, from: '/' },
    async does(page, act) {
      await act(page.click('#seller'))
      await act(page.keyboard.type(seller))
      await act(page.keyboard.press('Enter'))
      await act(page.click('#results a[href^="/agents/"], main ol a[href^="/agents/"]'))
      return [page.locator('.advice-box h2'), /USD|Do not pay|Careful|OK/]
    },
  },
  {
    ...{ name: 'maintainer: the badge', most: 2, from: `/agents/${handle}` },
    async does(page, act) {
      await act(page.click(`${YOURS} summary`))
      await act(page.click(`${YOURS} pre[data-copy*="Markdown"] button`))
      return [page.locator(YOURS), /Copied/]
    },
  },
  {
    ...{ name: 'maintainer: how to rise', most: 0, from: `/agents/${unmeasured}` },
    does: async (page) => [page.locator('h3', { hasText: 'how to make it measured' }).first(), /points/],
  },
  {
    ...{ name: 'researcher: payments as a table, with its citation', most: 3, from: '/' },
    async does(page, act) {
      await act(page.click('nav a[href="/x402"]'))
      const download = page.waitForEvent('download')
      await act(page.click('#payments .takes a[href$=".csv"]'))
      if ((await (await download).failure()) !== null) throw new Error('the table was not downloaded')
      await act(page.click('#payments summary:has-text("Cite")'))
      return [page.locator('#payments [data-copy="the citation"]'), /SHA-256|sha256/]
    },
  },
  {
    ...{ name: 'journalist: a picture and a true sentence', most: 2, from: '/' },
    async does(page, act) {
      const download = page.waitForEvent('download')
      await act(page.click('.figures figure >> nth=0 >> text=PNG'))
      if ((await (await download).failure()) !== null) throw new Error('the picture was not downloaded')
      await act(page.click('.figures figure >> nth=0 >> summary:has-text("Cite")'))
      return [page.locator('.figures figcaption strong').first(), /% of [\d,]+ agents are alive/]
    },
  },
  {
    ...{ name: 'operator: was last night fine', most: 1, from: '/' },
    async does(page, act) {
      await act(page.click('header a[href="/status"]'))
      return [page.locator('main').first(), /fine|went well|failed|needs|look/i]
    },
  },
  {
    ...{ name: 'sceptic: a figure down to its record', most: 1, from: `/agents/${handle}` },
    async does(page, act) {
      const link = page.locator('.evidence a.not_public').first()
      await act(link.click())
      await page.waitForURL('**/evidence/**')
      return [page.locator('main'), /SHA-256 [0-9a-f]{64}/]
    },
  },
]

/** Lets each person look for an answer; says with how many actions and screens, and who does not get it. */
export async function askPeople(browser: Browser, base: string, sought: Sought): Promise<string[]> {
  const problems: string[] = []
  for (const { name, most, from, does } of peopleWith(sought)) {
    const { page, act, actions, close } = await openCounted(browser, base + from, { viewport: SCREEN })
    try {
      const [place, words] = await does(page, act)
      await place.filter({ hasText: words }).first().waitFor()
      const top = (await place.first().boundingBox())?.y ?? 0
      const screens = Math.max(
        0,
        Number(((top + (await page.evaluate<number>('scrollY'))) / SCREEN.height).toFixed(1)),
      )
      const seconds = actions() * CLICK_SECONDS + Math.floor(screens) * SCREEN_SECONDS
      console.log(
        `${name}: ${actions()} actions of at most ${most}, ${screens} screens down, about ${seconds} s`,
      )
    } catch (error) {
      problems.push(`${name}: ${String(error).split('\n')[0]}`)
    }
    if (actions() > most) problems.push(`${name} took ${actions()} actions, not ${most}`)
    await close()
  }
  return problems
}
