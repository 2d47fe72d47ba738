import type { Browser, Page } from 'playwright-core'
import { type Act, openCounted } from './counted_page.ts'

/** A user task, with the maximum number of actions: text typed in one go, a key or a click is one. */
interface Task {
  name: string
  most: number
  /** The start page. */
  from: string
  /** Does it, counting each action; returns the failure, or null if the person reached the goal. */
  does(page: Page, act: Act): Promise<string | null>
}

/** The agents that the tasks are about. */
export interface TaskAgents {
  handle: string
  name: string
  other: string
}

function tasksFor({ handle, name, other }: TaskAgents): Task[] {
  return [
    {
      name: 'find an agent by part of its name',
      most: 2,
      from: '/',
      async does(page, act) {
        // The slash that goes to the search box is typed with the words.
        await act(page.keyboard.type(`/${sectionSelector(name)}`))
        await page.waitForSelector('[role=option]')
        await act(page.keyboard.press('Enter'))
        await page.waitForSelector(`main a[href="/agents/${handle}"], main code:text-is("${handle}")`)
        return null
      },
    },
    {
      name: 'see why its score moved',
      most: 2,
      from: '/rankings/mcp_server',
      async does(page, act) {
        await act(page.click(`a[href="/agents/${handle}"]`))
        await page.waitForURL(`**/agents/${handle}`)
        const moved = await page.locator('strong', { hasText: 'Change:' }).first().isVisible()
        return moved ? null : 'its page does not say why'
      },
    },
    {
      name: 'get the Markdown of its badge',
      most: 2,
      from: `/agents/${handle}`,
      async does(page, act) {
        await act(page.click('section[aria-labelledby=yours] summary'))
        await act(page.click('section[aria-labelledby=yours] pre[data-copy*="Markdown"] button'))
        await page.getByText('Copied').first().waitFor()
        const copied = String(await page.evaluate('navigator.clipboard.readText()'))
        return copied.startsWith('[![') && copied.includes(`/embed/${handle}.svg`)
          ? null
          : `the clipboard has ${copied}`
      },
    },
    {
      name: 'compare two agents',
      most: 4,
      from: `/agents/${handle}`,
      async does(page, act) {
        await act(page.click(`a[href="/compare?agents=${handle}"]`))
        await act(page.click('main input[name=agents]'))
        await act(page.keyboard.type(`, ${other}`))
        await act(page.keyboard.press('Enter'))
        await page.waitForSelector('.compared thead th >> nth=2')
        return (await page.locator('.compared thead th').count()) === 3
          ? null
          : 'not two agents stand side by side'
      },
    },
    {
      name: "download all of today's rankings",
      most: 2,
      from: '/',
      async does(page, act) {
        await act(page.click('nav a[href="/data"]'))
        await page.waitForURL('**/data')
        const download = page.waitForEvent('download')
        await act(page.click('main a[download][href*="rankings"]'))
        return (await (await download).failure()) ?? null
      },
    },
  ]
}

/** The longest word of a name without its first and last letters: a part that a person remembers. */
const sectionSelector = (name: string): string =>
  [...name.toLowerCase().split(/[^a-z]+/)].sort((a, b) => b.length - a.length)[0] ?? name

/** Does every task in a browser and says which took too many actions, or did not work. */
export async function doTasks(browser: Browser, base: string, known: TaskAgents): Promise<string[]> {
  const problems: string[] = []
  for (const task of tasksFor(known)) {
    const { page, act, actions, close } = await openCounted(browser, base + task.from)
    const wrong = await task.does(page, act).catch((error: Error) => error.message.split('\n')[0] ?? 'failed')
    console.log(`${task.name}: ${actions()} actions of at most ${task.most}`)
    if (wrong !== null) problems.push(`${task.name}: ${wrong}`)
    if (actions() > task.most) problems.push(`${task.name} took ${actions()} actions, not ${task.most}`)
    await close()
  }
  return problems
}
