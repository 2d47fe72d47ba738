import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MAX_LISTED } from '../../pipeline/artifacts/pages/lists.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { CHROMIUM, hasChromium, launchChromium } from '../../test/kit/chromium.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { type LocalService, localService } from '../../test/kit/local_service.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { crawl, type GetPage } from './browser/crawl.ts'
import { lighthouse, type Scores } from './browser/lighthouse.ts'
import { checkPage, WIDTHS } from './browser/look.ts'
import { askPeople, type Sought } from './browser/people.ts'
import { doTasks } from './browser/tasks.ts'
import { invalidPages } from './browser/vnu.ts'

/** Minimum Lighthouse scores: performance depends on the machine, the others must be 100. */
const MIN_SCORE: Record<string, number> = { performance: 95 }
const WHOLE = 100
const HELP = `Usage: npm run e2e -- browser [--output DIR] [--pictures DIR] [--chromium FILE] [--no-lighthouse]

Starts the service over a sample release and looks at its pages as people do: follows every link from the home page and
sees whether each agent is reached; opens each kind of page in Chromium at ${WIDTHS.join(', ')} px, light and dark, and
wants no error in the console, no body wider than the window and nothing that axe-core finds; does what people come for
and counts the keys and clicks; has the Nu HTML checker read every page (fetched by npm, needs Java); and asks Lighthouse
(fetched by npm) for its scores of the home page, a ranking, an agent and the demand. Exit code: 0 all of that holds, 1
something does not.

  --output DIR     the folder of a run (default: the first two days of the sample, built for this)
  --pictures DIR   keep a picture of each page at each width
  --chromium FILE  the browser (default: ${CHROMIUM})
  --no-lighthouse  leave Lighthouse out
  --no-vnu         leave the HTML checker out
`

interface Plan {
  pictures: string | null
  chromium: string
  hasLighthouse: boolean
  hasVnu: boolean
}

/** One page of each kind, by the name of its picture. */
const pagesToCheck = (handle: string, flagged: string, departed: string): Record<string, string> => ({
  home: '/',
  ranking: '/rankings/mcp_server',
  ranking_page_2: '/rankings/mcp_server/2',
  agent: `/agents/${handle}`,
  agent_flagged: `/agents/${flagged}`,
  agent_departed: `/agents/${departed}`,
  departed: '/departed',
  methodology: '/methodology/service',
  changes: '/changes',
  compare: '/compare',
  compared: `/compare?agents=${handle},${flagged}`,
  compare_unknown: `/compare?agents=${handle},weathr+tool`,
  run: '/runs/latest',
  attestations: '/attestations/v1',
  market_rules: '/market-rules',
  verify: '/verify',
  x402: '/x402',
  facilitators: '/x402/facilitators',
  chains: '/x402/chains',
  search_address: '/search?q=https%3A%2F%2Ftide-desk.sample.example%2Fapi%2Ftide-today',
  ghost_index: '/ghost-index',
  state_of_mcp: '/state-of-mcp',
  state_of_erc8004: '/state-of-erc8004',
  state_of_x402: '/state-of-x402',
  probes: '/probes',
  data: '/data',
  api: '/api',
  connect: '/connect',
  badge: `/badge?handle=${handle}`,
  status: '/status',
  about: '/about',
  corrections: `/corrections?handle=${handle}`,
  search: '/search',
  searched: '/search?q=tool',
  agent_unknown: '/agents/no-such-agent',
  nowhere: '/nowhere',
})

const getFrom =
  ({ url }: LocalService): GetPage =>
  async (target) => {
    const response = await fetch(url + target, { headers: { accept: 'text/html' } })
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    return { status: response.status, html: isPage ? await response.text() : null }
  }

/** The first agent that an address of the API or a list of pages names. */
async function firstAgent(service: LocalService, page: string, mark: string): Promise<string> {
  const html = await (await fetch(service.url + page)).text()
  const row = html.split('<tr>').find((part) => part.includes('/agents/') && part.includes(mark)) ?? ''
  return /href="\/agents\/([\w-]+)"/.exec(row)?.[1] ?? service.handles[0] ?? ''
}

/** Returns the first agent of a list whose page has a text, and the text. */
async function findPage(service: LocalService, lists: string[], text: RegExp): Promise<[string, string]> {
  const get = async (path: string) => (await fetch(service.url + path)).text()
  const html = (await Promise.all(lists.map(get))).join('')
  for (const [, handle = ''] of html.matchAll(/href="\/agents\/([\w-]+)"/g)) {
    const [found, part = found] = text.exec(await get(`/agents/${handle}`)) ?? []
    if (part !== undefined) return [handle, part]
  }
  throw new Error(`no agent of ${lists.join(', ')} has ${text.source} on its page`)
}

async function findSought(service: LocalService, handle: string): Promise<Sought> {
  const [, seller] = await findPage(service, ['/rankings/service', '/x402'], /curl -i (https:[^\s<]+)/)
  const [unmeasured] = await findPage(service, ['/rankings/mcp_server'], /how to make it measured/)
  return { handle, unmeasured, seller }
}

async function checkLinks(service: LocalService): Promise<string[]> {
  const { reached, broken } = await crawl(getFrom(service), service.baseUrl)
  const { handles } = service
  const unlinked = handles.filter((handle) => !reached.has(`/agents/${handle}`))
  // Lists end after MAX_LISTED rows: agents further down are found by name, and named by a sitemap.
  const named = handles.length > MAX_LISTED ? await readSitemaps(service) : new Set()
  const unreached = unlinked.filter((handle) => !named.has(handle))
  console.log(
    `${reached.size} addresses reached from /; ${handles.length} agents in the release, ${handles.length - unlinked.length} linked`,
  )
  return [...broken, ...unreached.map((handle) => `/agents/${handle} is linked from no page`)]
}

/** Returns the handles of all agents that the sitemaps name. */
async function readSitemaps(service: LocalService): Promise<Set<string>> {
  const get = async (path: string) => (await fetch(service.url + path)).text()
  const files = (await get('/sitemap.xml')).matchAll(/<loc>[^<]*(\/sitemaps\/\d+\.xml)<\/loc>/g)
  const texts = await Promise.all([...files].map(([, path = '']) => get(path)))
  const agents = texts.flatMap((text) => [...text.matchAll(/\/agents\/([\w-]+)<\/loc>/g)])
  return new Set(agents.map(([, handle = '']) => handle))
}

async function open(service: LocalService, { pictures, chromium }: Plan): Promise<string[]> {
  if (!hasChromium(chromium))
    return [`There is no Chromium at ${chromium}: install it, or name one with --chromium`]
  if (pictures !== null) mkdirSync(pictures, { recursive: true })
  const browser = await launchChromium(chromium)
  const pages = pagesToCheck(
    await firstAgent(service, '/rankings/service', 'score-bar'),
    await firstAgent(service, '/rankings/mcp_server', 'class="flag"'),
    await firstAgent(service, '/departed', ''),
  )
  try {
    const problems: string[] = []
    for (const [name, target] of Object.entries(pages))
      problems.push(...(await checkPage(browser, service.url + target, name, pictures)))
    console.log(`${Object.keys(pages).length} pages opened at ${WIDTHS.join(', ')} px, light and dark`)
    const mover = await firstAgent(service, '/rankings/mcp_server', '<td class="moved"><span')
    const { name } = (await (await fetch(`${service.url}/api/agent/${mover}/llm-summary`)).json()) as {
      name: string
    }
    const other = await firstAgent(service, '/rankings/model_family', 'score-bar')
    problems.push(...(await doTasks(browser, service.url, { handle: mover, name, other })))
    problems.push(...(await askPeople(browser, service.url, await findSought(service, mover))))
    return problems
  } finally {
    await browser.close()
  }
}

async function rate(service: LocalService, { chromium: chrome }: Plan, folder: string): Promise<string[]> {
  if (!hasChromium(chrome)) return []
  const agent = await firstAgent(service, '/rankings/service', 'score-bar')
  const rated: ({ target: string } & Scores)[] = []
  // One after the other: they would slow each other down.
  for (const target of ['/', '/rankings/mcp_server', `/agents/${agent}`, '/x402', '/data'])
    rated.push({ target, ...(await lighthouse(service.url + target, chrome, folder)) })
  const names = Object.keys(rated[0]?.scores ?? {})
  const rows = rated.map(({ target, scores }) => [target, ...names.map((name) => scores[name] ?? 0)])
  console.log(table(['page', ...names], rows).join('\n'))
  return rated
    .filter(({ scores }) =>
      Object.entries(scores).some(([name, score]) => score < (MIN_SCORE[name] ?? WHOLE)),
    )
    .map(({ target, losses }) => `${target} loses points: ${losses.join('; ')}`)
}

async function run(output: string, folder: string, plan: Plan): Promise<boolean> {
  const service = await localService({ output, folder })
  try {
    const wrong = [
      ...(await checkLinks(service)),
      ...(await open(service, plan)),
      ...(plan.hasVnu ? await invalidPages(join(output, 'current', 'public')) : []),
      ...(plan.hasLighthouse ? await rate(service, plan, folder) : []),
    ]
    console.log(wrong.length === 0 ? 'Nothing is wrong.' : wrong.join('\n'))
    return wrong.length === 0
  } finally {
    await service.close()
  }
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      output: { type: 'string' },
      pictures: { type: 'string' },
      chromium: { type: 'string', default: CHROMIUM },
      lighthouse: { type: 'boolean', default: true },
      vnu: { type: 'boolean', default: true },
    },
  })
  const plan = {
    pictures: values.pictures ?? null,
    chromium: values.chromium,
    hasLighthouse: values.lighthouse,
    hasVnu: values.vnu,
  }
  return inTemporaryFolder(async (folder) => {
    if (values.output !== undefined) return run(values.output, folder, plan)
    console.error('Building two days of the sample …')
    for (const day of SAMPLE_DAYS.slice(0, 2)) await runSampleDay(folder, day)
    return run(folder, folder, plan)
  })
})
