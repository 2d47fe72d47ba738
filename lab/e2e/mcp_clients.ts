import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { type LocalService, localService } from '../../test/kit/local_service.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { type ClientResult, examine, SERVERS } from './mcp_clients/examine.ts'
import { findInspector } from './mcp_clients/inspector.ts'
import { MCP_REMOTE } from './mcp_clients/mcp_remote.ts'
import { SDKS } from './mcp_clients/sdk.ts'
import type { ClientKind } from './mcp_clients/stock_client.ts'

const HELP = `Usage: npm run e2e -- mcp-clients

Calls every tool of both tool servers through clients of others' making, over HTTP on the loopback: the official
libraries, mcp-remote, and the Inspector's command line, which is added from npm once (110 MB). Exit code: 0 when every client
saw what it should, 1 otherwise.
`

/** Examines both tool servers through clients, each time from an address of its own. */
export async function throughClients(
  service: LocalService,
  kinds: readonly ClientKind[],
  folder: string,
): Promise<ClientResult[]> {
  const seen: ClientResult[] = []
  let callers = 0
  for (const kind of kinds)
    for (const server of SERVERS) {
      callers += 1
      seen.push(...(await examine(kind, server, service, { caller: `198.51.100.${callers}`, folder })))
    }
  return seen
}

function print(seen: readonly ClientResult[]): void {
  const rows = seen.map(({ client, server, what, wrong, note }) => [
    ...[client, server, what, wrong === null ? 'ok' : 'WRONG', (wrong ?? note).slice(0, 240)],
  ])
  for (const line of table(['client', 'server', 'what', '', 'note'], rows)) console.log(line)
  const wrong = seen.filter((seen) => seen.wrong !== null).length
  console.log(`\n${seen.length} looked at, ${wrong} wrong`)
}

await runAsCommand(import.meta.url, HELP, () =>
  inTemporaryFolder(async (folder) => {
    const output = `${folder}/output`
    for (const day of SAMPLE_DAYS.slice(0, 2)) await runSampleDay(output, day)
    const service = await localService({ output, folder })
    try {
      const inspector = await findInspector()
      const kinds = [...SDKS, MCP_REMOTE, ...inspector]
      const seen = await throughClients(service, kinds, folder)
      print(seen)
      return inspector.length > 0 && seen.every(({ wrong }) => wrong === null)
    } finally {
      await service.close()
    }
  }),
)
