import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SampleServer, startSampleServer } from '../../lab/e2e/daily_workflow/sample_server.ts'
import { dailyWorkflow, type IndexStorage, withBucket } from '../../lab/e2e/daily_workflow.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { inTemporaryFolder } from '../kit/folder.ts'

const TOOLS = ['jq', 'zip', 'unzip', 'openssl']
const missing = TOOLS.filter((name) => spawnSync('which', [name]).status !== 0)
if (missing.length > 0) console.warn(`the daily workflow is not tried out: it needs ${missing.join(', ')}`)

let server: SampleServer
beforeAll(async () => {
  server = await startSampleServer()
})
afterAll(() => server.close())

const date = (day: number): string => SAMPLE_DAYS[day] as string

/** The output of the campaign for three days of the sample upstreams. */
async function campaignOutput(keeping: IndexStorage): Promise<string> {
  const lines: string[] = []
  const days = { date, base: (day: number) => server.base(date(day)) }
  await inTemporaryFolder((folder) => dailyWorkflow(days, folder, keeping, (line) => void lines.push(line)))
  return lines.join('\n')
}

test.runIf(missing.length === 0)(
  'the daily workflow keeps an index in a bucket alone from run to run, and makes up for a day',
  async () => {
    const lines = await withBucket((keeping) => campaignOutput(keeping))
    expect(lines).not.toContain('WRONG')
    expect(lines.split('\n')).toHaveLength(5)
  },
  600_000,
)
