import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSourceJob } from '../../pipeline/ingest/fetch_context.ts'
import { runJob } from '../../pipeline/ingest/jobs/run_job.ts'
import { defineSource } from '../../pipeline/source/define_source.ts'
import { givenIngest } from './given_ingest.ts'

const HOST = 'https://sample.example'

/** Requests fifty numbers, one after the other, whatever the outcome of each. */
const numbers = defineSource({
  ...{
    name: 'sample_numbers',
    title: 'Sample',
    docs: HOST,
    license: 'none',
    republished: 'all',
    attribution: 'Sample',
    key: ['n'],
    budget: 50,
  },
  row: z.object({ n: z.int() }),
  async *fetch({ http }) {
    for (let n = 1; n <= 50; n += 1) {
      const from = await http.json(`${HOST}/${n}`, z.looseObject({}), {}).catch(() => null)
      if (from !== null) yield { from, row: { n } }
    }
    return 'changes'
  },
})

test('a job that is somebody else’s by now asks for nothing more', async () => {
  const taken = new AbortController()
  let asked = 0
  const fetch = async () => {
    asked += 1
    if (asked === 3) taken.abort()
    await setTimeout(1)
    return Response.json({})
  }
  const ingest = await givenIngest({ fetch, sources: [numbers] })
  const job = await createSourceJob(ingest, numbers)
  await runJob({ ...job, signal: taken.signal })
  expect(asked).toBe(3)
  await expect(runJob({ ...job, signal: taken.signal })).rejects.toThrow('aborted')
  expect(asked).toBe(3)
})

test('a job whose deadline comes before all drawn addresses are asked again is unfinished', async () => {
  const targets = Array.from({ length: 20 }, (_, n) => ({
    ...{ url: `${HOST}/${n}`, kind: 'web' as const, posted: new Set<string>() },
  }))
  const probed = defineSource({
    ...numbers,
    name: 'sample_probes',
    // biome-ignore lint/correctness/useYield: it has no rows
    async *fetch({ prober }) {
      await prober.askAgain(targets)
      return 'changes'
    },
  })
  const ingest = await givenIngest({ fetch: async () => Response.json({}), sources: [probed] })
  const job = await createSourceJob(ingest, probed)
  const { recorded } = await runJob({ ...job, fetchUntil: performance.now() + 10 })
  expect(recorded).toMatchObject({ outcome: 'ok', unfinished: true })
  expect((await runJob(job)).recorded.unfinished).toBeUndefined()
})
