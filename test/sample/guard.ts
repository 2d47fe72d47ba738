import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Archive } from '../../pipeline/archive/archive.ts'
import { createGuard, type RecordingGuard } from '../../pipeline/http/guard/guard.ts'
import type { Upstreams } from '../../pipeline/http/upstreams.ts'
import { JobProber } from '../../pipeline/ingest/jobs/job_prober.ts'
import type { Prober } from '../../pipeline/probes/prober.ts'
import { createSampleUpstreams } from '../../sample/sample.ts'

/** Works with the real guard and prober before the sample on a day; tells too which hosts it let requests through to. */
export async function withGuard<T>(
  day: string,
  work: (guard: RecordingGuard, reached: Set<string>, prober: Prober) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sample-'))
  const sample = createSampleUpstreams(day)
  const reached = new Set<string>()
  const universe: Upstreams = {
    ...sample,
    reach: (url, ip, asked) => {
      reached.add(url.host)
      return sample.reach(url, ip, asked)
    },
  }
  const archive = new Archive(folder)
  const guard = createGuard({
    ...{ ...universe, archive, earlier: () => [] },
    ...{ userAgent: 'test', maxVisits: 1000 },
  })
  const prober = new JobProber({ universe, archive, maxMs: 2_700_000 })
  try {
    return await work(guard, reached, prober)
  } finally {
    prober.close()
    guard.close()
    rmSync(folder, { recursive: true })
  }
}
