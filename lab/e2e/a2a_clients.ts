import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { type LocalService, localService } from '../../test/kit/local_service.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { type AgentResult, examineAgent } from './a2a_clients/examine.ts'
import { SDK_0_3 } from './a2a_clients/sdk_0_3.ts'
import { SDK_1, SDK_1_COMPATIBLE } from './a2a_clients/sdk_1.ts'

const HELP = `Usage: npm run e2e -- a2a-clients

Uses the agent-to-agent interface through clients of others' making, over HTTP on the loopback: its card, every skill, the life
of a task, and what is refused. Exit code: 0 when every client saw what it should, 1 otherwise.
`

/** Examines the interface through all libraries, each of which calls from an address of its own. */
export async function throughAgents(service: LocalService): Promise<AgentResult[]> {
  const seen: AgentResult[] = []
  for (const [at, client] of [SDK_0_3, SDK_1, SDK_1_COMPATIBLE].entries())
    seen.push(...(await examineAgent(client, service, `198.51.100.${101 + at}`)))
  return seen
}

await runAsCommand(import.meta.url, HELP, () =>
  inTemporaryFolder(async (folder) => {
    const output = `${folder}/output`
    for (const day of SAMPLE_DAYS.slice(0, 2)) await runSampleDay(output, day)
    const service = await localService({ output, folder })
    try {
      const seen = await throughAgents(service)
      const rows = seen.map(({ client, what, wrong, note }) => [
        ...[client, what, wrong === null ? 'ok' : 'WRONG', (wrong ?? note).slice(0, 200)],
      ])
      for (const line of table(['client', 'what', '', 'note'], rows)) console.log(line)
      return seen.every(({ wrong }) => wrong === null)
    } finally {
      await service.close()
    }
  }),
)
