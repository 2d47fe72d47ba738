import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '../core/interface/rate_limits.ts'
import { A2A, MCP } from '../core/interface/service.ts'
import { startScript } from './kit/child.ts'
import { type LocalService, localService } from './kit/local_service.ts'
import { blocks, commands, ROOT } from './pages.ts'
import { sampleOutput } from './sample_output.ts'

const PAGE = 'docs/use/connect.md'
/** The address of `npm start`, which the page uses. */
const SHOWN = 'http://127.0.0.1:8787'
const TOOL_SERVER = `${SHOWN}${MCP.path}`
const OUTPUT = join(ROOT, 'output')

const written = blocks(PAGE)
const lines = commands(PAGE)
const inLanguage = (name: string) => written.filter(({ language }) => language === name)
const json = (what: string): unknown => JSON.parse(written.find((block) => block.what === what)?.text ?? '')

let folder: string
// Inside the project, so that the imports of a snippet resolve, and not in node_modules, where Node runs no TypeScript.
let snippets: string
let service: LocalService

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-connect-'))
  snippets = mkdtempSync(join(OUTPUT, 'snippets-'))
  service = await localService({ output: await sampleOutput(), folder })
}, 120_000)

afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
  rmSync(snippets, { recursive: true, force: true })
})

/** A text of the page with its placeholders replaced by the values of this test's service. */
const fillPlaceholders = (text: string, taskId = ''): string =>
  text.replaceAll(SHOWN, service.url).replaceAll('PRO_KEY', service.proKey).replaceAll('TASK_ID', taskId)

const has = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

interface AnsweredTask {
  id?: string
  kind?: string
  status?: { state: string; message?: { metadata?: Record<string, unknown> } }
}
interface Answer {
  status: number
  headers: Headers
  body: {
    /** The task is the result itself in A2A 0.3. */
    result?: AnsweredTask & { task?: AnsweredTask; isError?: boolean }
    error?: { code: number }
  }
}

async function post(path: string, method: string, params: unknown, caller: string): Promise<Answer> {
  const version = path === A2A.path ? { 'A2A-Version': '1.0' } : {}
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': caller, ...version }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(service.url + path, { method: 'POST', headers, body })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  }
}

describe('configuration files', () => {
  const files: [what: string, section: string, server: object][] = [
    ['.mcp.json', 'mcpServers', { type: 'http', url: TOOL_SERVER }],
    ['claude_desktop_config.json', 'mcpServers', { command: 'npx', args: ['-y', 'mcp-remote', TOOL_SERVER] }],
    ['.cursor/mcp.json', 'mcpServers', { url: TOOL_SERVER }],
    ['.vscode/mcp.json', 'servers', { type: 'http', url: TOOL_SERVER }],
  ]
  test.each(files)('%s names the tool server', (what, section, server) => {
    expect(json(what)).toEqual({ [section]: { assay: server } })
  })

  test('no block of JSON is left untried', () => {
    const tried = [...files.map(([what]) => what), '429', 'SendMessage']
    expect(inLanguage('json').map(({ what }) => what)).toEqual(tried)
  })
})

test('every command for a program that is not run here names the tool server, or no address', () => {
  const others = lines.filter((line) => !line.startsWith('curl '))
  expect(others.length).toBeGreaterThan(2)
  for (const line of others) {
    expect(line).toMatch(/^(?:claude mcp add --transport http|npx @modelcontextprotocol\/inspector)\b/)
    const addresses = line.match(/https?:\S+/g) ?? []
    expect(addresses.filter((address) => address !== TOOL_SERVER)).toEqual([])
  }
})

test.skipIf(!has('curl'))('every curl line is answered, and none with an error', async () => {
  let taskId = ''
  const curls = lines.filter((line) => line.startsWith('curl '))
  expect(curls.length).toBeGreaterThan(6)
  for (const line of curls) {
    const command = fillPlaceholders(line, taskId).replace(/^curl /, 'curl --silent --show-error --fail ')
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { maxBuffer: 16 << 20 })
    const { result, error }: Answer['body'] = JSON.parse(stdout)
    expect(error, line).toBeUndefined()
    expect(result?.isError ?? false, line).toBe(false)
    const task = result?.task ?? (result?.kind === 'task' ? result : undefined)
    if (task === undefined) continue
    expect(task.status?.state, line).toMatch(/^(?:TASK_STATE_)?completed$/i)
    taskId = task.id ?? ''
  }
  expect(taskId).not.toBe('')
})

// A card has the address of its release, which is not the one that this test serves it at.
const formatPreload = () =>
  `const { fetch: ask } = globalThis
globalThis.fetch = (to, init) => ask(String(to).replace(${JSON.stringify(service.baseUrl)}, ${JSON.stringify(service.url)}), init)`

/** Runs a snippet as a file of the project. */
async function run({ text }: { text: string }, name: string) {
  // Each has a file of its own: they run at the same time.
  const [file, preload] = [join(snippets, `${name}.mts`), join(snippets, `${name}_to_here.mjs`)]
  writeFileSync(preload, formatPreload())
  writeFileSync(file, fillPlaceholders(text))
  return startScript(file, [], { settings: { NODE_OPTIONS: `--import ${preload}` } }).ended
}

test('every TypeScript snippet runs, and prints what an agent of the sample is', async () => {
  const sources = inLanguage('ts')
  expect(sources.length).toBeGreaterThan(2)
  const outputs = await Promise.all(sources.map((source, at) => run(source, `snippet_${at}`)))
  for (const [at, { code, stdout, stderr }] of outputs.entries()) {
    expect(code, `${sources[at]?.text}\n${stderr}`).toBe(0)
    expect(stdout).toContain('weather-tools')
  }
}, 60_000)

test.skipIf(!has('python3'))(
  'every Python snippet is Python, and names the tool server (needs python3)',
  () => {
    const sources = inLanguage('python')
    expect(sources).not.toEqual([])
    for (const { text } of sources) {
      const file = join(folder, 'snippet.py')
      writeFileSync(file, text)
      execFileSync('python3', ['-m', 'py_compile', file])
      expect(text).toContain(`"${TOOL_SERVER}"`)
    }
  },
)

test('the answer past the limit is the one that is shown', async () => {
  const call = () => post(MCP.path, 'tools/call', { name: 'list_categories' }, '203.0.113.7')
  const { requests, seconds } = RATE_LIMITS.mcp
  const answers = await Promise.all(Array.from({ length: 2 * requests + 1 }, call))
  const refused = answers.find(({ status }) => status === 429)
  const wait = refused?.headers.get('Retry-After') ?? ''
  const shown = JSON.stringify(json('429'))
    .replaceAll(/\b15\b/g, wait)
    .replace('in 1 seconds', 'in 1 second')
  expect(refused?.body).toEqual(JSON.parse(shown))
  expect(shown).toContain(`at most ${requests} requests in ${seconds} seconds`)
})

test('a payment that is sent as shown is read, and one that is not good is refused', async () => {
  const send = async (params: unknown) => {
    const { body } = await post(A2A.path, 'SendMessage', params, '203.0.113.8')
    const { id: taskId, status } = body.result?.task ?? {}
    return { taskId, said: status?.message?.metadata ?? {} }
  }
  const parts = [{ data: { skill: 'attest', metric: 'ghost_index' } }]
  const asked = await send({ message: { messageId: 'm1', role: 'ROLE_USER', parts } })
  expect(asked.said).toMatchObject({ 'x402.payment.status': 'payment-required' })
  const { said } = await send(JSON.parse(fillPlaceholders(JSON.stringify(json('SendMessage')), asked.taskId)))
  expect(said).toMatchObject({
    'x402.payment.status': 'payment-failed',
    'x402.payment.error': 'INVALID_PAYLOAD',
  })
})
