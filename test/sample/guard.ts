import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Archive } from '../../pipeline/archive/archive.ts'
import { createGuard, type RecordingGuard } from '../../pipeline/http/guard/guard.ts'
import { createSampleUpstreams } from '../../sample/sample.ts'

/** Works with the real guard before the sample on a day; tells too which hosts it let requests through to. */
export async function withGuard<T>(
  day: string,
  work: (guard: RecordingGuard, reached: Set<string>) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sample-'))
  const { resolve, reach, now, sleep, perSecond } = createSampleUpstreams(day)
  const reached = new Set<string>()
  const guard = createGuard({
    ...{ resolve, now, sleep, perSecond, archive: new Archive(folder), earlier: () => [] },
    ...{ userAgent: 'test', maxVisits: 1000 },
    reach: (url, ip, asked) => {
      reached.add(url.host)
      return reach(url, ip, asked)
    },
  })
  try {
    return await work(guard, reached)
  } finally {
    guard.close()
    rmSync(folder, { recursive: true })
  }
}
