import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentRelease, type Release } from '../../core/release/release.ts'
import { nginxSite } from '../../pipeline/artifacts/hosts/nginx.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { ProKeys } from '../../serving/service/payments/pro_keys.ts'
import { openStore } from '../../serving/service/store/open.ts'
import { type Started, startScript } from '../../test/kit/child.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { load } from '../../test/kit/hosts/load.ts'
import { nginxVersion, startNginx } from '../../test/kit/hosts/nginx_process.ts'
import type { Load } from '../../test/kit/hosts/raw_load.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { median } from './load/median.ts'
import { LOAD_HELP, type LoadOptions, type LoadSettings, readLoadOptions } from './load/options.ts'
import { printedUrl } from './load/printed_url.ts'

const HELP = `Usage: npm run bench -- serving [--output FOLDER] [--seconds N] [--rounds N] [--connections N]

Rates and p99 of reads over loopback: the Node service, nginx with the shipped site when it is installed, and a bare
node:http server that holds the same answers in memory. Servers take turns in each round; ratios are of medians. Nothing of
this is a test: figures depend on the machine. Exit code: 0 measured, 2 bad usage.

${LOAD_HELP}`

interface Scenario {
  name: string
  next: () => string
  headers?: string
  /** True if nginx is left out: it would only proxy such calls. */
  isOurs?: boolean
}

interface Server {
  name: string
  url: string
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const options = readLoadOptions(args)
  await inTemporaryFolder((folder) => measure(folder, options))
  return true
})

async function measure(folder: string, { output: given, ...loadSettings }: LoadOptions): Promise<void> {
  const output = given ?? join(folder, 'output')
  if (given === null) await runSampleDay(output, SAMPLE_DAYS[0] as string)
  const release = currentRelease(output)
  if (release === null)
    throw new BadCommandLine(`${output} holds no release: make one with npm start -- --output ${output}`)
  const targets = selectTargets(release)
  const { defaults, variants, finds, paid } = targets
  const list = join(folder, 'targets')
  writeFileSync(list, `${[...defaults, ...variants, ...finds, ...paid].join('\n')}\n`)
  console.log(
    `${release.id}: ${defaults.length} default addresses, ${variants.length} variants, ${finds.length} questions, ${paid.length} paid reads`,
  )
  const state = join(folder, 'service.sqlite')
  const key = await issueKey(state)

  const children: Started[] = []
  const start = async (name: string, file: string, args: string[], settings = {}): Promise<Server> => {
    const child = startScript(file, args, { settings })
    children.push(child)
    return { name, url: await printedUrl(child) }
  }
  const node = await start('Node service', 'cli/cli.ts', ['serve', '--output', output, '--port', '0'], {
    STATE_FILE: state,
  })
  const bare = await start('bare node:http', 'test/kit/hosts/bare_server.ts', [node.url, list, key])
  const site = (listen: string) =>
    nginxSite({ output, listen, serverName: 'localhost', handler: new URL(node.url).host })
  const nginx = nginxVersion() === null ? null : await startNginx(join(folder, 'nginx'), site)
  if (nginx === null) console.log('nginx is not installed: it is left out (apt-get install nginx-light)')
  try {
    const others = nginx === null ? [] : [{ name: `nginx ${nginxVersion()}`, url: nginx.url }]
    await compare([bare, node, ...others], scenarios(targets, key), loadSettings)
  } finally {
    await nginx?.close()
    for (const { process } of children) process.kill('SIGTERM')
    await Promise.all(children.map(({ ended }) => ended))
  }
}

interface Targets {
  defaults: string[]
  variants: string[]
  finds: string[]
  paid: string[]
}

/** A Pro key of a new store in this file. */
async function issueKey(stateFile: string): Promise<string> {
  const db = await openStore({ stateFile, databaseUrl: null })
  const { key } = await new ProKeys(db, { now: Date.now, random: randomBytes }).issue('benchmark')
  await db.close()
  return key
}

/** Addresses as they are asked for most, variants of each kind, questions of one or two words, and paid reads. */
function selectTargets(release: Release): Targets {
  const handles = [...release.entries()]
    .map(({ key }) => /^private\/agents\/(.+)\.json$/.exec(key)?.[1])
    .filter((handle) => handle !== undefined)
    .slice(0, 200)
  const up = (most: number): number[] => Array.from({ length: most }, (_, i) => i + 1)
  return {
    defaults: [
      '/api/agent-economy/llm-summary',
      '/api/rankings/developer/llm-summary',
      ...handles.flatMap((handle) => [`/api/agent/${handle}/llm-summary`, `/api/public/trust/${handle}`]),
    ],
    variants: [
      ...up(100).map((limit) => `/api/rankings/developer/llm-summary?limit=${limit}`),
      ...up(100).map((history) => `/api/ghost-index/v1?history=${history}`),
      ...handles.map((handle) => `/api/trust/evaluate?handle=${handle}`),
      ...handles.slice(5).map((handle, i) => `/api/agents/bulk?handles=${handles.slice(i, i + 5)},${handle}`),
    ],
    finds: handles.map((handle) => `/api/agents/find?q=${handle.replaceAll('-', '+').slice(0, 20)}`),
    paid: handles.map((handle) => `/api/agent/${handle}/trust-summary`),
  }
}

function scenarios({ defaults, variants, finds, paid }: Targets, key: string): Scenario[] {
  const roundRobin = (targets: string[]) => {
    let at = 0
    return () => targets[at++ % targets.length] as string
  }
  const [reads, cuts, again] = [roundRobin(defaults), roundRobin(variants), roundRobin(variants)]
  const [asks, asksAgain, buys] = [roundRobin(finds), roundRobin(finds), roundRobin(paid)]
  let count = 0
  return [
    { name: 'default reads', next: reads },
    { name: 'sliced reads', next: cuts },
    // An unknown parameter changes nothing but the target, so that no whole answer is remembered for it.
    { name: 'sliced reads, each target new', next: () => `${again()}&new=${count++}` },
    { name: 'find', next: asks, isOurs: true },
    { name: 'find, each target new', next: () => `${asksAgain()}&new=${count++}`, isOurs: true },
    { name: 'paid reads with a Pro key', next: buys, headers: `X-API-Key: ${key}\r\n`, isOurs: true },
  ]
}

async function compare(servers: Server[], all: Scenario[], settings: LoadSettings): Promise<void> {
  const { seconds, rounds, connections } = settings
  for (const { name, next, headers = '', isOurs = false } of all) {
    const compared = isOurs ? servers.slice(0, 2) : servers
    const loads = new Map<Server, Load[]>(compared.map((server) => [server, []]))
    for (let round = 0; round <= rounds; round += 1)
      for (const [server, measured] of loads) {
        const result = await load(server.url, next, {
          ...{ connections, headers, seconds: round === 0 ? 1 : seconds },
        })
        // The first round only warms up.
        if (round > 0) measured.push(result)
      }
    print(`${name}, ${connections} connections`, loads)
  }
}

function print(scenario: string, loads: Map<Server, Load[]>): void {
  const figures = [...loads].map(([{ name }, measured]) => ({
    name,
    rate: median(measured.map((load) => load.rate)),
    p99: median(measured.map((load) => load.p99)),
    refused: measured.reduce((sum, load) => sum + load.refused, 0),
  }))
  const bare = figures[0]
  console.log(`\n${scenario}`)
  for (const { name, rate, p99, refused } of figures)
    console.log(
      `${name.padEnd(16)} ${Math.round(rate).toString().padStart(7)}/s ${(rate / (bare?.rate ?? 1)).toFixed(2)} of bare · ` +
        `p99 ${p99.toFixed(2)} ms, ${(p99 / (bare?.p99 ?? 1)).toFixed(2)} of bare${refused === 0 ? '' : ` · ${refused} answers were not 200`}`,
    )
}
