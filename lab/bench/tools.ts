import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MCP, STATELESS_VERSION } from '../../core/interface/service.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { type Started, startScript } from '../../test/kit/child.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { type Load, rawLoad } from '../../test/kit/hosts/raw_load.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { median } from './load/median.ts'
import { LOAD_HELP, type LoadOptions, type LoadSettings, readLoadOptions } from './load/options.ts'
import { printedUrl } from './load/printed_url.ts'

const HELP = `Usage: npm run bench -- tools [--output FOLDER] [--seconds N] [--rounds N] [--connections N]

Rates and p99 of tools/call over loopback: the service, in MCP 2025-11-25 and 2026-07-28, a bare node:http server that reads
the body and returns the same bytes, and the handler of the official SDK with the same tool and answer. Servers take turns
in each round; ratios are of medians. Processor time per call is the steadiest figure where other work shares the machine.
Calls rotate over so many addresses that each is counted and none is rate limited. A benchmark, not a test: figures depend
on the machine. Exit code: 0 measured, 2 bad usage.

${LOAD_HELP}`

interface Server {
  name: string
  url: string
  pid: number | undefined
  /** Version of the protocol of the calls to it. */
  version: string
}

/** A load, and the server's processor time per call, in microseconds; null if unknown. */
type Measured = Load & { cpu: number | null }

/** A kind of calls: `next` gives the body of each. */
interface Scenario {
  name: string
  next: () => string
  servers: Server[]
}

const call = (name: string, given: Record<string, unknown>): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })

/** The `_meta` of each call of a client of today's version. */
const META = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
})

/** Number of calls sent. */
let callsSent = 0

await runAsCommand(import.meta.url, HELP, async (args) => {
  const options = readLoadOptions(args)
  await inTemporaryFolder((folder) => measureAll(folder, options))
  return true
})

async function measureAll(folder: string, { output: given, ...loadSettings }: LoadOptions): Promise<void> {
  const output = given ?? join(folder, 'output')
  if (given === null) await runSampleDay(output, SAMPLE_DAYS[0] as string)
  const handles = readHandles(output)
  const [hot, many] = [call('find_agents', { q: 'weather' }), manyCalls(handles)]
  const first = Array.from({ length: 200 }, newCalls(handles))
  const lists = { hot: [hot], many, first }
  for (const [name, bodies] of Object.entries(lists))
    writeFileSync(join(folder, name), `${bodies.join('\n')}\n`)

  const children: Started[] = []
  const start = async (name: string, file: string, args: string[], settings = {}): Promise<Server> => {
    const child = startScript(file, args, { settings })
    children.push(child)
    return { name, url: await printedUrl(child), pid: child.process.pid, version: MCP.newestVersion }
  }
  try {
    const ours = await start('service', 'cli/cli.ts', ['serve', '--output', output, '--port', '0'], {
      ...{ STATE_FILE: join(folder, 'service.sqlite'), TRUSTED_PROXIES: '1' },
    })
    const tools = ours.url + MCP.path
    const bareServer = (name: keyof typeof lists) =>
      start('bare node:http', 'lab/bench/tools/bare.ts', [tools, join(folder, name)])
    const sdk = await start('official SDK', 'lab/bench/tools/sdk.ts', [tools, hot])
    const scenarios: Scenario[] = [
      {
        name: 'the same call',
        next: () => hot,
        servers: [await bareServer('hot'), ours, today(ours), sdk, today(sdk)],
      },
      {
        name: `${many.length} calls in turn`,
        next: roundRobin(many),
        servers: [await bareServer('many'), ours, today(ours)],
      },
      {
        name: 'each call new',
        next: newCalls(handles),
        servers: [await bareServer('first'), ours, today(ours)],
      },
    ]
    await compare(scenarios, loadSettings)
  } finally {
    for (const { process } of children) process.kill('SIGTERM')
    await Promise.all(children.map(({ ended }) => ended))
  }
}

function readHandles(output: string): string[] {
  const rows = JSON.parse(readFileSync(join(output, 'current/private/agents-index.json'), 'utf8'))
  return (rows as [string, string][]).map(([handle]) => handle)
}

/** The most common calls of agents, for each handle. */
function manyCalls(handles: readonly string[]): string[] {
  return handles.flatMap((handle) => [
    call('get_agent_details', { handle }),
    call('get_agent_trust', { handle }),
    call('verify_counterparty', { handle }),
    call('get_agent_history', { handle }),
  ])
}

/** Comparisons of three agents, none of them twice. */
function newCalls(handles: readonly string[]): () => string {
  let count = 0
  const size = handles.length
  return () => {
    const at = count++
    const [a, b] = [at % size, Math.floor(at / size) % size]
    const [c, d] = [Math.floor(at / size ** 2) % size, at % 7]
    const three = new Set([handles[a], handles[(a + b + 1) % size], handles[(a + b + c + d + 2) % size]])
    return call('compare_agents', { handles: [...three] })
  }
}

function roundRobin(bodies: readonly string[]): () => string {
  let at = 0
  return () => bodies[at++ % bodies.length] as string
}

/** The same server, called in today's version of the protocol. */
function today(server: Server): Server {
  return { ...server, name: `${server.name} ${STATELESS_VERSION}`, version: STATELESS_VERSION }
}

/** A call as it goes out. Each of the addresses calls less than 60 times a minute below 30,000 calls a second. */
function request(call: string, version: string): string {
  const at = callsSent++
  const address = `10.0.${(at >> 8) & 127}.${at & 255}`
  const isToday = version === STATELESS_VERSION
  const [, tool = ''] = isToday ? (/"params":{"name":"(\w+)"/.exec(call) ?? []) : []
  const body = isToday ? `${call.slice(0, -2)},"_meta":${META}}}` : call
  return (
    `POST ${MCP.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    `Accept: application/json, text/event-stream\r\nX-Forwarded-For: ${address}\r\n` +
    `MCP-Protocol-Version: ${version}\r\n${isToday ? `Mcp-Method: tools/call\r\nMcp-Name: ${tool}\r\n` : ''}` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

async function compare(scenarios: Scenario[], settings: LoadSettings): Promise<void> {
  const { seconds, rounds, connections } = settings
  for (const { name, next, servers } of scenarios) {
    const loads = new Map<Server, Measured[]>(servers.map((server) => [server, []]))
    for (let round = 0; round <= rounds; round += 1)
      for (const [server, measured] of loads) {
        const result = await measure(server, next, { connections, seconds: round === 0 ? 1 : seconds })
        // The first round only warms up.
        if (round > 0) measured.push(result)
      }
    print(`${name}, ${connections} connections`, loads)
  }
}

async function measure(
  { url, pid, version }: Server,
  next: () => string,
  settings: { connections: number; seconds: number },
): Promise<Measured> {
  const [before, start] = [cpuMs(pid), performance.now()]
  const load = await rawLoad(url, () => request(next(), version), settings)
  const calls = (load.rate * (performance.now() - start)) / 1000
  const after = cpuMs(pid)
  return { ...load, cpu: before === null || after === null ? null : ((after - before) * 1000) / calls }
}

/** The processor time of a process so far, in milliseconds; null where /proc does not tell. */
function cpuMs(pid: number | undefined): number | null {
  try {
    // User and system time are the 12th and 13th field after the name, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return null
  }
}

function print(scenario: string, loads: Map<Server, Measured[]>): void {
  const figures = [...loads].map(([{ name }, measured]) => ({
    name,
    rate: median(measured.map((measured) => measured.rate)),
    p99: median(measured.map((measured) => measured.p99)),
    cpu: median(measured.flatMap((measured) => measured.cpu ?? [])),
    refused: measured.reduce((sum, measured) => sum + measured.refused, 0),
  }))
  const [bare] = figures
  if (bare === undefined) return
  console.log(`\n${scenario}`)
  for (const { name, rate, p99, cpu, refused } of figures)
    console.log(
      `${name.padEnd(24)} ${Math.round(rate).toString().padStart(7)}/s ${(rate / bare.rate).toFixed(2)} of bare · ` +
        `p99 ${p99.toFixed(2)} ms, ${(p99 / bare.p99).toFixed(2)} of bare · ` +
        `processor ${cpu.toFixed(0)} µs a call, ${(cpu / bare.cpu).toFixed(2)} of bare` +
        (refused === 0 ? '' : ` · ${refused} answers were not 200`),
    )
}
