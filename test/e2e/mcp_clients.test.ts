import { beforeAll, expect, test } from 'vitest'
import { LEGACY_TOOLS } from '../../core/interface/legacy_tools.ts'
import { MCP, STATELESS_VERSION } from '../../core/interface/service.ts'
import { TOOLS } from '../../core/interface/tools.ts'
import { examine, SERVERS } from '../../lab/e2e/mcp_clients/examine.ts'
import { SDKS } from '../../lab/e2e/mcp_clients/sdk.ts'
import { type ClientKind, toAnswer } from '../../lab/e2e/mcp_clients/stock_client.ts'
import { throughClients } from '../../lab/e2e/mcp_clients.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { type LocalService, localService } from '../kit/local_service.ts'
import { sampleOutput } from '../sample_output.ts'

let output: string

beforeAll(async () => {
  output = await sampleOutput()
}, 120_000)

const withService = <T>(use: (service: LocalService, folder: string) => Promise<T>): Promise<T> =>
  inTemporaryFolder(async (folder) => {
    const service = await localService({ output, folder })
    try {
      return await use(service, folder)
    } finally {
      await service.close()
    }
  })

test('the official libraries call every tool of both servers, and see what is refused and why', async () => {
  const seen = await withService((service, folder) => throughClients(service, SDKS, folder))
  expect(seen.filter(({ wrong }) => wrong !== null)).toEqual([])
  for (const { name, version, isPinned } of SDKS) {
    expect(seen).toContainEqual(saw(name, MCP.path, 'connect', version))
    for (const tool of TOOLS) expect(seen).toContainEqual(saw(name, MCP.path, tool.name))
    const older = isPinned ? ['is told no'] : LEGACY_TOOLS.map(({ name }) => name)
    for (const what of older) expect(seen).toContainEqual(saw(name, MCP.legacyPath, what))
    const limited = version === STATELESS_VERSION ? MCP.path : MCP.legacyPath
    expect(seen).toContainEqual(saw(name, limited, 'too many calls'))
  }
  expect(new Set(SDKS.map(({ version }) => version))).toEqual(new Set(['2025-11-25', '2026-07-28']))
}, 120_000)

const saw = (client: string, server: string, what: string, note: unknown = expect.any(String)) =>
  expect.objectContaining({ client, server, what, note })

test('a client is believed in nothing', async () => {
  const [server] = SERVERS
  const lying: ClientKind = {
    name: 'lying',
    version: STATELESS_VERSION,
    connect: async () => ({
      version: MCP.newestVersion,
      ping: async () => {},
      tools: async () => ['search_agents'],
      call: async () => toAnswer({ content: [{ type: 'text', text: '{}' }], structuredContent: { a: 1 } }),
      close: async () => {},
    }),
  }
  const seen = await withService((service, folder) =>
    examine(lying, server as (typeof SERVERS)[number], service, { caller: '198.51.100.1', folder }),
  )
  const believed = seen.filter(({ wrong }) => wrong === null).map(({ what }) => what)
  expect(believed).toEqual(['ping'])
})
