import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { CHROMIUM, launchChromium } from '../../test/kit/chromium.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { type LocalService, localService } from '../../test/kit/local_service.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { compareWithAims, type Kind, type Result } from './layout/aims.ts'
import { measure } from './layout/measure.ts'

const HELP = `Usage: npm run e2e -- layout [--output DIR] [--step PX] [--chromium FILE]

Measures the pages of a release against the aims of their design: rows of a ranking in the first screen, heights of rows
and pages, sizes of type, controls that lie on each other, cut texts, pages wider than the window, charts with a file to
take away, words of leads, contrast of states. Each page at every 16 px from 320 to 1440, light and dark. Exit code: 0 all
aims are held, 1 one is not.

  --output DIR     the folder of a run (default: three days of the sample, built for this)
  --step PX        distance of the widths (default: 16)
  --chromium FILE  the browser (default: ${CHROMIUM})
`

/** Windows in which heights and rows count: a screen of that width is that high. */
const SCREENS: Record<number, number> = { 390: 844, 768: 1_024, 1280: 800 }
const [NARROWEST, WIDEST, USUAL_HEIGHT] = [320, 1_440, 900]
const CATEGORIES = ['service', 'mcp_server', 'model_family', 'developer', 'tokenized']
/** Agents of each ranking whose pages are measured. */
const AGENTS = 4
const OTHERS = [
  ...['/x402', '/x402/facilitators', '/x402/chains', '/ghost-index', '/state-of-mcp', '/state-of-erc8004'],
  ...[
    '/state-of-x402',
    '/probes',
    '/departed',
    '/changes',
    '/compare',
    '/data',
    '/verify',
    '/connect',
    '/api',
  ],
  ...[
    '/badge',
    '/methodology/service',
    '/methodology/mcp_server',
    '/corrections',
    '/market-rules',
    '/status',
  ],
  ...['/attestations/v1', '/about', '/search', '/nowhere'],
]

interface Target {
  path: string
  kind: Kind
}

/** Returns the home page, all rankings with agents of each, and the other pages. */
async function listTargets({ url }: LocalService): Promise<Target[]> {
  const agents = await Promise.all(
    CATEGORIES.map(async (category) => {
      const html = await (await fetch(`${url}/rankings/${category}`)).text()
      return [...html.matchAll(/<th scope="row">.*?href="(\/agents\/[\w-]+)"/g)].map(([, path = '']) => path)
    }),
  )
  const each = (paths: string[], kind: Kind) => paths.map((path) => ({ path, kind }))
  return [
    { path: '/', kind: 'home' },
    ...each(
      CATEGORIES.map((category) => `/rankings/${category}`),
      'ranking',
    ),
    ...each(
      agents.flatMap((paths) => paths.slice(0, AGENTS)),
      'agent',
    ),
    ...each(OTHERS, 'other'),
  ]
}

/** Measures a page at each width, light and dark; the worst of each aim, with its width. */
async function measureTarget(browser: Browser, base: string, { path, kind }: Target, widths: number[]) {
  const worst = new Map<string, Result & { at: string }>()
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: WIDEST, height: USUAL_HEIGHT } })
    await page.goto(base + path, { waitUntil: 'load' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: SCREENS[width] ?? USUAL_HEIGHT })
      const found = await measure(page)
      const said = [...found.overlaps, ...found.cutTexts].slice(0, 2).join('; ')
      for (const result of compareWithAims(kind, width, found)) {
        const before = worst.get(result.name)
        if (before === undefined || isWorse(result, before))
          worst.set(result.name, { ...result, at: `${path} at ${width}, ${colorScheme} ${said}` })
      }
    }
    await page.close()
  }
  return [...worst.values()]
}

const isWorse = (a: Result, b: Result): boolean =>
  a.isHeld === b.isHeld ? Math.abs(a.value - a.aim) > Math.abs(b.value - b.aim) && !a.isHeld : !a.isHeld

/** Prints the worst page of each aim, and every page that misses one; true if all are held. */
function report(results: (Result & { at: string })[]): boolean {
  const byName = [...Map.groupBy(results, ({ name }) => name)]
  const rows = byName.map(([name, all]) => {
    const values = all.map(({ value }) => value)
    const format = (value: number) => String(Math.round(value * 100) / 100)
    const missed = all.filter(({ isHeld }) => !isHeld).length
    return [
      name,
      `${format(Math.min(...values))} to ${format(Math.max(...values))}`,
      all[0]?.aim ?? 0,
      missed,
      all.length,
    ]
  })
  console.log(table(['aim', 'measured', 'aim', 'missed', 'of pages'], rows).join('\n'))
  const missed = results.filter(({ isHeld }) => !isHeld)
  for (const { name, value, at } of missed) console.log(`${name}: ${Math.round(value * 100) / 100} on ${at}`)
  return missed.length === 0
}

async function run(output: string, folder: string, step: number, chromium: string): Promise<boolean> {
  const browser = await launchChromium(chromium)
  const service = await localService({ output, folder })
  try {
    const count = Math.floor((WIDEST - NARROWEST) / step) + 1
    const steps = Array.from({ length: count }, (_, at) => NARROWEST + at * step)
    const widths = [...new Set([...steps, ...Object.keys(SCREENS).map(Number)])].sort((a, b) => a - b)
    const targets = await listTargets(service)
    const results = []
    for (const target of targets) results.push(...(await measureTarget(browser, service.url, target, widths)))
    console.log(`${targets.length} pages at ${widths.length} widths, light and dark`)
    return report(results)
  } finally {
    await browser.close()
    await service.close()
  }
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      output: { type: 'string' },
      step: { type: 'string', default: '16' },
      chromium: { type: 'string', default: CHROMIUM },
    },
  })
  return inTemporaryFolder(async (folder) => {
    if (values.output === undefined)
      for (const day of SAMPLE_DAYS.slice(0, 3)) await runSampleDay(folder, day)
    return run(values.output ?? folder, folder, Number(values.step), values.chromium)
  })
})
