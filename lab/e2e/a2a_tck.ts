import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { freePort } from '../../test/kit/fresh_start.ts'
import { localService } from '../../test/kit/local_service.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { openWithFixtures } from './a2a_tck/fixtures.ts'
import { findMissing, findUnexpected, type Kit, runKit } from './a2a_tck/kit.ts'
import { KIT_0_3, KIT_1_0 } from './a2a_tck/kits.ts'

const HELP = `Usage: npm run e2e -- a2a-tck [--v0.3 DIR] [--v1.0 DIR]

Runs the public compatibility kits of A2A (a2aproject/a2a-tck) with Debian's pytest against the service over the sample. Exit
code: 0 when those tests fail that cannot pass here, each with its reason, and no others; 1 otherwise, 2 bad usage.

  --v0.3 DIR    a checkout of the tag 0.3.0.beta4
  --v1.0 DIR    a checkout of the branch 1.0-dev
`

/** Runs a kit; true if its failures are those that are expected. */
async function examine(kit: Kit, checkout: string, baseUrl: string): Promise<boolean> {
  const missing = await findMissing(checkout)
  if (missing !== null) {
    console.log(`not run: ${missing}`)
    return true
  }
  const { tests, summary } = await runKit(kit, checkout, baseUrl)
  const failed = tests.filter(({ passes }) => !passes)
  console.log(`\n${kit.name}: ${summary}`)
  const rows = failed.map(({ name }) => [name, kit.expected[name] ?? 'UNEXPECTED'])
  for (const line of table(['test that fails', 'why'], rows)) console.log(line)
  const wrong = findUnexpected(kit, tests)
  for (const line of wrong) console.log(line)
  return wrong.length === 0
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const options = { 'v0.3': { type: 'string' }, 'v1.0': { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const runs = [
    [KIT_0_3, values['v0.3']],
    [KIT_1_0, values['v1.0']],
  ] as const
  return inTemporaryFolder(async (folder) => {
    const output = `${folder}/output`
    // The kits call the addresses of the card, so they have to be those of the service.
    const port = await freePort()
    const baseUrl = `http://127.0.0.1:${port}`
    for (const day of SAMPLE_DAYS.slice(0, 2)) await runSampleDay(output, day, { baseUrl })
    const service = await localService({ output, folder, port, open: openWithFixtures })
    try {
      const results: boolean[] = []
      for (const [kit, checkout] of runs)
        if (checkout !== undefined) results.push(await examine(kit, checkout, baseUrl))
      if (results.length === 0) console.log('not run: name a checkout, see --help')
      return results.every(Boolean)
    } finally {
      await service.close()
    }
  })
})
