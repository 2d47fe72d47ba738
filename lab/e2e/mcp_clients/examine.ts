import { LEGACY_TOOLS } from '../../../core/interface/legacy_tools.ts'
import { MCP, RPC_CODES, STATELESS_VERSION } from '../../../core/interface/service.ts'
import { TOOLS, type ToolName } from '../../../core/interface/tools.ts'
import { listAt, textAt } from '../../../test/kit/json.ts'
import type { LocalService } from '../../../test/kit/local_service.ts'
import { toolArguments } from './given.ts'
import { exhaust } from './limit.ts'
import type { Address, ClientKind, StockClient, ToolAnswer } from './stock_client.ts'

/** The result of one check with one client. */
export interface ClientResult {
  client: string
  server: string
  what: string
  /** The failure; null if the check passed. */
  wrong: string | null
  /** Details of the result. */
  note: string
}

/** The two tool servers. */
export const SERVERS = [
  { path: MCP.path, tools: TOOLS.map(({ name }) => name) },
  { path: MCP.legacyPath, tools: LEGACY_TOOLS.map(({ name }) => name) },
]

/** One tool server through one client: every tool, rejected calls, and the answer after too many calls. */
export async function examine(
  kind: ClientKind,
  { path, tools }: (typeof SERVERS)[number],
  service: LocalService,
  { caller, folder }: Pick<Address, 'caller' | 'folder'>,
): Promise<ClientResult[]> {
  const seen: ClientResult[] = []
  const check: Check = async (what, see) => {
    const found = await see().then(
      (note) => ({ wrong: null, note }),
      (error: Error) => ({ wrong: error.message, note: '' }),
    )
    seen.push({ client: kind.name, server: path, what, ...found })
  }
  const connect = () => kind.connect({ url: service.url + path, caller, folder })
  const isCurrent = path === MCP.path
  if (!isCurrent && kind.isPinned === true) {
    await check('is told no', () => expectRefusal(connect()))
    return seen
  }
  const version = isCurrent ? kind.version : MCP.newestVersion
  let client: StockClient | undefined
  await check('connect', async () => {
    client = await connect()
    demand(client.version === version, `it speaks ${client.version} and not ${version}`)
    return version
  })
  if (client === undefined) return seen
  try {
    await ordinary(client, tools, service, check)
    if (isCurrent) await odd(client, service, check)
    if (!isCurrent || version === STATELESS_VERSION) await limited(client, service, caller, check)
  } finally {
    await client.close()
  }
  return seen
}

type Check = (what: string, see: () => Promise<string>) => Promise<void>

async function ordinary(client: StockClient, names: ToolName[], service: LocalService, check: Check) {
  const given = toolArguments(service)
  const ping = client.ping
  if (ping !== undefined)
    await check('ping', async () => {
      await ping()
      return ''
    })
  await check('tools/list', async () => {
    const listed = await client.tools()
    demand(listed.join() === names.join(), `other tools than the interface: ${listed.join()}`)
    return `${listed.length} tools`
  })
  for (const name of names) await check(name, async () => soundAnswer(await client.call(name, given[name])))
}

function soundAnswer({ isError, text, structured }: ToolAnswer): string {
  demand(!isError, `an error: ${text}`)
  demand(isObject(structured), 'no structuredContent')
  demand(text === JSON.stringify(structured), 'the text is not the JSON of structuredContent')
  const bytes = Buffer.byteLength(text)
  demand(bytes > 20, `no more than ${text}`)
  demand(2 * bytes < 8192, `${bytes} bytes, twice: more than 8 KB`)
  return `${bytes} bytes`
}

async function odd(client: StockClient, { handles: [handle = ''] }: LocalService, check: Check) {
  await check('an unknown handle', async () => {
    const { isError, text, structured } = await client.call('get_agent_details', { handle: `${handle}x` })
    demand(isError, 'not marked as an error')
    const suggested = listAt(structured, 'suggestions').map((agent) => textAt(agent, 'handle'))
    demand(suggested.includes(handle), `suggested are ${suggested.join()}`)
    // A text that names the unknown handle has the known one in it too.
    demand(text.split(handle).length > 2, `who reads the text alone is told: ${text}`)
    return text
  })
  await check('bad arguments', async () => {
    const { isError, text } = await client.call('get_agent_details', { handle: 'not a handle!' })
    demand(isError && text.includes('handle'), `no error that names the argument: ${text}`)
    return ''
  })
  await check('an unknown tool', async () => {
    const { code, message } = await expectRejection(client.call('no_such_tool', {}))
    const isToldBy = (text: string) => message.includes(text)
    // The Inspector looks into the list first, and sends nothing.
    const isTold = code === RPC_CODES.invalidParams || isToldBy(`${RPC_CODES.invalidParams}`)
    demand(isTold || isToldBy('tool_not_found'), `the client shows: ${message}`)
    return message
  })
}

/** Past the limit the client must show the sentence with the time to wait. */
async function limited(client: StockClient, service: LocalService, caller: string, check: Check) {
  await check('too many calls', async () => {
    const { sentence, seconds } = await exhaust(service.url + MCP.legacyPath, caller)
    demand(sentence.includes(`${seconds} second`), `it does not say how long to wait: ${sentence}`)
    const { message } = await expectRejection(client.call('search_agents', { query: 'a' }))
    demand(timeless(message).includes(timeless(sentence)), `the client shows: ${message}`)
    return sentence
  })
}

/** A sentence whose seconds are not told: they pass while it is compared. */
const timeless = (sentence: string): string => sentence.replace(/\d+ seconds?/g, 'seconds')

/** A client of today's version alone finds none here. */
async function expectRefusal(connecting: Promise<StockClient>): Promise<string> {
  const refusal = await connecting.then(
    (client) => client.close().then(() => null),
    ({ message }: Error) => message,
  )
  demand(refusal !== null, 'it connects')
  return refusal ?? ''
}

type Shown = Error & { code?: unknown }

async function expectRejection(call: Promise<ToolAnswer>): Promise<Shown> {
  const outcome = await call.catch((error: Shown) => error)
  if (outcome instanceof Error) return outcome
  throw new Error(`answered, with ${outcome.text}`)
}

function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
