import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toDate } from '../../core/domain/dates.ts'
import type { SourceRecording } from '../../pipeline/doctor/recording.ts'
import { createTools } from '../../pipeline/doctor/tools.ts'
import { hideSecrets } from '../doctor/hide_secrets.ts'
import { findingLines } from '../doctor/lines.ts'
import { describeSettings, examineSettings, withoutWrong } from '../doctor/settings.ts'
import { currentTime, readSettings, universeFromEnv } from '../settings.ts'
import { makeFolder, OUTPUT, parseOptions } from './command.ts'

/** Milliseconds after its start at which a doctor that takes its time stops asking. */
const STOP_MS = 110_000

export const help = `Usage: npm run doctor -- [--record DIR] [--json]

Asks every upstream what a run asks it, on a tiny range, and says what is missing, needless, refused, slower than our
pace or changed in shape. Also each node, the bucket, the databases, the facilitator and the public address that are
set, and what each setting that is not set would change. At most three requests to a host or a dataset, at its pace, in
two minutes; nothing is written. docs/operate/doctor.md explains the answers.

  --record DIR  write what was answered as recordings for the contract tests of sources, a file each
  --json        print findings, settings and the sizes of answers as JSON
  --help        print this

It reads the environment of daily and serve; no value of it is shown.

Exit code: 0 nothing failed, 1 something failed that a run or the service would lack, 2 wrong usage.
`

const OPTIONS = {
  record: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

/** Prints the findings; the exit code tells whether something failed. */
export async function run(args: string[]): Promise<number> {
  const { record, json } = parseOptions(args, OPTIONS)
  const start = performance.now()
  if (record !== undefined) makeFolder(record)
  const states = examineSettings(process.env)
  const environment = withoutWrong(process.env)
  const settings = readSettings(environment)
  const [{ loadSources }, { examineUpstreams }, { examineServices }] = await Promise.all([
    import('../../pipeline/source/source_loader.ts'),
    import('../../pipeline/doctor/examine.ts'),
    import('../doctor/services.ts'),
  ])
  const day = toDate(currentTime(settings))
  const universe = universeFromEnv(settings, day)
  const tools = createTools({ universe, day, env: settings.env, stopAt: STOP_MS, random: Math.random })
  const [upstreams, services] = await Promise.all([
    examineUpstreams(await loadSources(), tools),
    examineServices(environment, OUTPUT),
  ])
  if (record !== undefined) writeRecordings(record, upstreams.recordings)
  const found = [...upstreams.findings, ...services, ...describeSettings(states)]
  const findings = hideSecrets(found, process.env)
  const seconds = (performance.now() - start) / 1000
  const text = json
    ? JSON.stringify({ day, seconds, findings, answers: upstreams.answers, settings: states })
    : findingLines(findings, seconds).join('\n')
  process.stdout.write(`${text}\n`)
  return findings.some(({ level }) => level === 'failure') ? 1 : 0
}

function writeRecordings(folder: string, recordings: Record<string, SourceRecording>): void {
  for (const [name, recording] of Object.entries(recordings))
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(recording, null, 2)}\n`)
}
