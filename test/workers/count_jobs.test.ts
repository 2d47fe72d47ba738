import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { main } from '../../cli/commands/main.ts'
import { readQueueState } from '../../cli/status/read.ts'
import type { JobPosting } from '../../pipeline/workers/posted_job.ts'
import { openQueue } from '../../pipeline/workers/queue_client.ts'
import { startPostgres } from '../service/postgres.ts'

const posting = (source: string): JobPosting => ({
  id: randomUUID(),
  job: {
    ...{ source, part: 'whole', day: '2026-01-02', world: 'sample', wantsPast: false },
    ...{ settings: [], inputs: 'ingest/inputs' },
  },
  ...{ lane: source, priority: 0, maxSeconds: 60 },
})

const postgres = await startPostgres()

afterAll(() => postgres?.close())

test.skipIf(postgres === null)('jobs of every version of the code are counted', async () => {
  const url = (postgres as { url: string }).url
  expect(await readQueueState(url)).toEqual({ problem: expect.stringContaining('cannot be used') })
  for (const code of ['a', 'b']) {
    const boss = await openQueue(url, code.repeat(64), () => {})
    await boss.post(code === 'a' ? [posting('github'), posting('arena')] : [posting('github')])
    await boss.close()
  }
  expect(await readQueueState(url)).toEqual({ waiting: 3, active: 0, failed: 0 })
})

test('an unreachable queue needs action, and the rest of the status is shown', async () => {
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  vi.stubEnv('INGEST_QUEUE', 'postgres://nobody@127.0.0.1:1/none')
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
  expect(await main(['status', '--output', import.meta.dirname])).toBe(1)
  expect(printed.join('')).toMatch(
    /ACTION NEEDED: nothing is published[\s\S]*the queue at INGEST_QUEUE cannot be used/,
  )
})
