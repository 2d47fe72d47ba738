import { MCP } from '../../core/interface/service.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { localService } from '../../test/kit/local_service.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { openWithAliases } from './conformance/aliases.ts'
import { EXPECTED_FAILURES } from './conformance/expected.ts'
import { runSuite, type Scenario, scenarioNames } from './conformance/suite.ts'
import { installed } from './mcp_clients/stock_client.ts'

const HELP = `Usage: npm run e2e -- conformance

Runs the public conformance suite of MCP, all its scenarios for servers, against the tool server over the sample. Exit code: 0
when those fail that a server with tools alone cannot pass, and no others; 1 otherwise, or where one was not run.
`

/**
 * Lists unexpected results: a scenario that fails but is expected to pass, passes but is expected to fail, or did not
 * run.
 */
export function unexpected(found: readonly Scenario[], all: readonly string[]): string[] {
  const run = new Set(found.map(({ name }) => name))
  return [
    ...found.flatMap(({ name, passes, why }) => {
      if (!passes && !(name in EXPECTED_FAILURES)) return [`${name} fails: ${why}`]
      if (passes && name in EXPECTED_FAILURES) return [`${name} passes: take it out of the list`]
      return []
    }),
    ...all.filter((name) => !run.has(name)).map((name) => `${name} was not run`),
  ]
}

/** Runs all scenarios against the tool server over an output folder. */
export async function conform(output: string, folder: string): Promise<Scenario[]> {
  const service = await localService({ output, folder, open: openWithAliases })
  try {
    return await runSuite(service.url + MCP.path, `${folder}/found`)
  } finally {
    await service.close()
  }
}

await runAsCommand(import.meta.url, HELP, () =>
  inTemporaryFolder(async (folder) => {
    const output = `${folder}/output`
    for (const day of SAMPLE_DAYS.slice(0, 2)) await runSampleDay(output, day)
    const found = await conform(output, folder)
    const rows = found.map(({ name, passes, why }) => [
      ...[name, passes ? 'passes' : 'fails', passes ? '' : (EXPECTED_FAILURES[name] ?? why).slice(0, 200)],
    ])
    for (const line of table(['scenario', '', 'why'], rows)) console.log(line)
    const wrong = unexpected(found, await scenarioNames())
    console.log(`\n${installed('@modelcontextprotocol/conformance')}, against MCP ${MCP.protocolVersion}`)
    for (const line of wrong) console.log(line)
    return wrong.length === 0
  }),
)
