import type { Artifact } from '../../core/release/artifact.ts'
import type { DerivedFile } from '../../core/release/derived.ts'
import type { Manifest } from '../../core/release/manifest.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { pagesHeaders } from '../artifacts/hosts/pages.ts'
import type { StatusFacts } from '../artifacts/status.ts'
import type { RunOptions } from '../run/types.ts'
import { readAnchors } from './anchors.ts'
import { DayLog } from './day_log.ts'
import { logFolder, readLogKey } from './key.ts'
import { PROOF_OF_INDEX_PATH, proofOfIndexBody } from './proof_of_index.ts'
import { STATUS, statusBody } from './status.ts'

/** The log of a run, or its substitute in an index without one. */
type RunLog = Pick<DayLog, 'reading' | 'close' | 'days'>

const NO_LOG: RunLog = {
  reading: (artifacts: AsyncIterable<Artifact>) => artifacts as AsyncGenerator<Artifact>,
  close: () => [],
  days: [],
}

/** Opens the log that a run appends to. Throws BadUsage or RunFailed if a log exists and cannot be continued. */
export function openDayLog(options: RunOptions): RunLog {
  const key = readLogKey(options)
  if (key === null) {
    options.report.note(
      'no log: LOG_KEY_FILE is not set, so nobody can check that all are shown the same index',
    )
    return NO_LOG
  }
  return new DayLog(logFolder(options.output), key, options.day)
}

/** Returns every file that is derived from the finished manifest. */
export function listDerivedFiles(
  manifest: Manifest,
  log: RunLog,
  { info, status, output }: { info: ReleaseInfo; status: StatusFacts; output: string },
): DerivedFile[] {
  const logged = log.close(manifest)
  const anchors = readAnchors(output)
  return [
    { key: 'public/_headers', body: pagesHeaders(manifest.id) },
    { key: 'public/manifest.json', body: manifest.text() },
    { key: PROOF_OF_INDEX_PATH, body: proofOfIndexBody(info, log.days, anchors) },
    { key: STATUS, body: statusBody(status, manifest, log.days, anchors) },
    ...logged,
  ]
}
