import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { CHROMIUM, launchChromium } from '../../test/kit/chromium.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { localService } from '../../test/kit/local_service.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { openCold, type Visit } from './cold_page/open_cold.ts'
import { median } from './load/median.ts'

const HELP = `Usage: npm run bench -- cold-page [--output DIR] [--rounds N] [--chromium FILE]

What a first visit costs on a slow phone: opens the home page, a ranking, an agent, a search and the demand in Chromium with
an empty cache, Slow 4G and a processor four times slower. Prints requests, kilobytes received, and the time to the first
and to the largest picture or text, each the median of the rounds. Exit code: 0 measured, 2 bad usage.

  --output DIR     the folder of a run (default: the first day of the sample, built for this)
  --rounds N       visits of each page (default: 3)
  --chromium FILE  the browser (default: ${CHROMIUM})
`
const OPTIONS = {
  output: { type: 'string' },
  rounds: { type: 'string', default: '3' },
  chromium: { type: 'string', default: CHROMIUM },
} as const
const RANKING = '/rankings/mcp_server'

/** Returns the pages to visit; the agent is the first of the ranking. */
async function listPages(base: string): Promise<string[]> {
  const html = await (await fetch(base + RANKING)).text()
  const [agent] = /\/agents\/[\w-]+/.exec(html) ?? []
  if (agent === undefined) throw new Error(`${RANKING} names no agent: serve a day that ranks one`)
  return ['/', RANKING, agent, '/search?q=weather', '/x402']
}

/** Returns a line of the table: of each figure the median of all visits. */
async function visitOften(browser: Browser, base: string, path: string, rounds: number) {
  const visits: Visit[] = []
  for (let round = 0; round < rounds; round++) visits.push(await openCold(browser, base + path))
  const takeMedian = (name: keyof Visit) => Math.round(median(visits.map((visit) => visit[name])))
  const kilobytes = Math.round(takeMedian('bytes') / 1_000)
  return [path, takeMedian('requests'), kilobytes, takeMedian('firstPaint'), takeMedian('largestPaint')]
}

async function measure(output: string, folder: string, rounds: number, chromium: string) {
  const browser = await launchChromium(chromium)
  const service = await localService({ output, folder })
  try {
    const rows: (string | number)[][] = []
    for (const path of await listPages(service.url))
      rows.push(await visitOften(browser, service.url, path, rounds))
    console.log(table(['page', 'requests', 'kB', 'first ms', 'largest ms'], rows).join('\n'))
  } finally {
    await browser.close()
    await service.close()
  }
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const rounds = wholeNumber('rounds', values.rounds)
  return inTemporaryFolder(async (folder) => {
    if (values.output === undefined) await runSampleDay(folder, SAMPLE_DAYS[0] as string)
    await measure(values.output ?? folder, folder, rounds, values.chromium)
    return true
  })
})
