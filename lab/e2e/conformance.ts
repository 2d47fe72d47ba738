import { MCP } from '../../core/interface/service.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { localService } from '../../test/kit/local_service.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { openWithAliases } from './conformance/aliases.ts'
import { EXPECTED_FAILURES, expectedReason } from './conformance/expected.ts'
import {
  REQUIREMENTS,
  type Requirements,
  runSuite,
  type Scenario,
  scenarioNames,
} from './conformance/suite.ts'
import { installed } from './mcp_clients/stock_client.ts'

const HELP = `Usage: npm run e2e -- conformance

Runs the public conformance suite of MCP against the tool server over the sample: what it requires of servers for 2025-11-25
and for 2026-07-28, and what it only reports. Exit code: 0 when those checks fail that a server with tools alone cannot pass,
and no others; 1 otherwise, or where a scenario was not run.
`

/** Lists unexpected results: a check that fails but is expected to pass, or the reverse; a scenario that did not run. */
export function unexpected(found: readonly Scenario[], all: readonly string[]): string[] {
  const run = new Set(found.map(({ name }) => name))
  return [
    ...found.flatMap(surprises),
    ...all.filter((name) => !run.has(name)).map((name) => `${name} was not run`),
  ]
}

function surprises({ name, failed }: Scenario): string[] {
  const checks = new Set(failed.map(({ name }) => name))
  const reasons = EXPECTED_FAILURES[name] ?? {}
  const listed = typeof reasons === 'string' ? (checks.size === 0 ? [name] : []) : Object.keys(reasons)
  return [
    ...failed
      .filter((check) => expectedReason(name, check.name) === undefined)
      .map((check) => `${name} fails: ${check.name}: ${check.why}`),
    ...listed
      .filter((check) => !checks.has(check))
      .map((check) => `${name} passes ${check}: take it out of the list`),
  ]
}

/** Runs a set of scenarios against the tool server over an output folder. */
export async function conform(
  output: string,
  requirements: Requirements,
  folder: string,
): Promise<Scenario[]> {
  const service = await localService({ output, folder, open: openWithAliases })
  try {
    return await runSuite(service.url + MCP.path, requirements, `${folder}/found`)
  } finally {
    await service.close()
  }
}

function print(found: readonly Scenario[]): void {
  const rows = found.map(({ name, passed, failed }) => {
    const why = failed.map((check) => expectedReason(name, check.name) ?? check.why)
    return [name, `${passed} pass`, `${failed.length} fail`, [...new Set(why)].join('; ').slice(0, 200)]
  })
  for (const line of table(['scenario', '', '', 'why'], rows)) console.log(line)
}

await runAsCommand(import.meta.url, HELP, () =>
  inTemporaryFolder(async (folder) => {
    const output = `${folder}/output`
    for (const day of SAMPLE_DAYS.slice(0, 2)) await runSampleDay(output, day)
    let isRight = true
    for (const requirements of REQUIREMENTS) {
      const found = await inTemporaryFolder((own) => conform(output, requirements, own))
      const wrong = unexpected(found, scenarioNames(requirements))
      console.log(`\n${installed('@modelcontextprotocol/conformance')}, requirements of ${requirements}`)
      print(found)
      for (const line of wrong) console.log(line)
      isRight &&= wrong.length === 0
    }
    return isRight
  }),
)
