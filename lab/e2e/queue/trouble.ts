import type { ChildProcess } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { killGroup, type Started, startScript } from '../../../test/kit/child.ts'
import { type Gate, openGate } from '../../../test/kit/gate.ts'
import type { PostgresServer } from '../../../test/service/postgres.ts'
import type { CampaignBucket } from './bucket.ts'

/** The program of a worker: a file, its arguments and its settings, without those of queue and bucket. */
export interface WorkerProgram {
  file: string
  args: string[]
  settings: Record<string, string>
}

/** The environment of a campaign's workers. */
export interface WorkerEnvironment {
  postgres: PostgresServer
  bucket: CampaignBucket
}

/** A worker, and its output so far. */
export interface Worker {
  started: Started
  /** Number of jobs started, and number done. */
  begun(): number
  done(): number
}

/** Duration of a cut: longer than the queue waits for a worker. */
const CUT_MS = 30_000
const LOOK_MS = 20

export function startWorker(
  program: WorkerProgram,
  ground: WorkerEnvironment,
  through?: { pg: Gate; s3: Gate },
): Worker {
  const INGEST_QUEUE = at(ground.postgres.url, through?.pg)
  const S3_ENDPOINT = at(ground.bucket.settings.S3_ENDPOINT ?? '', through?.s3)
  const settings = { ...program.settings, ...ground.bucket.settings, INGEST_QUEUE, S3_ENDPOINT }
  const started = startScript(program.file, program.args, { settings, isAlone: true })
  let said = ''
  started.process.stderr?.on('data', (text: string) => {
    said += text
  })
  const count = (what: RegExp) => () => said.match(what)?.length ?? 0
  return { started, begun: count(/: begun$/gm), done: count(/: done$/gm) }
}

/** Kills a worker with -9 in the middle of its job of this number. */
export async function killed(worker: Worker, nth: number): Promise<string> {
  await until(worker, () => worker.begun() >= nth)
  const held = worker.begun() - worker.done()
  killGroup(worker.started)
  return `a worker was killed (-9) while it held ${held} jobs, after ${worker.done()} done`
}

/** Cuts a worker off from queue and bucket in the middle of a job, for longer than the queue waits, and lets it back. */
export async function cutOff(worker: Worker, gates: Gate[], nth: number): Promise<string> {
  await until(worker, () => worker.begun() >= nth)
  const [held, before] = [worker.begun() - worker.done(), worker.done()]
  for (const gate of gates) gate.shut()
  await setTimeout(CUT_MS)
  for (const gate of gates) gate.open()
  return `a worker was cut off for ${CUT_MS / 1000} s while it held ${held} jobs, after ${before} done`
}

/** Ends PostgreSQL as a crash would, once so many jobs are done, and starts it again. */
export async function restarted(postgres: PostgresServer, workers: Worker[], after: number): Promise<string> {
  const done = () => workers.reduce((sum, worker) => sum + worker.done(), 0)
  await until(workers.at(-1) as Worker, () => done() >= after)
  await postgres.kill()
  await setTimeout(2_000)
  await postgres.start()
  return `PostgreSQL crashed after ${done()} jobs were done and came back after 2 s`
}

/** Gates before queue and bucket. */
export async function openGates({ postgres, bucket }: WorkerEnvironment): Promise<{ pg: Gate; s3: Gate }> {
  const port = (address: string) => Number(new URL(address).port)
  return {
    pg: await openGate(port(postgres.url)),
    s3: await openGate(port(bucket.settings.S3_ENDPOINT ?? '')),
  }
}

function at(address: string, gate: Gate | undefined): string {
  const url = new URL(address)
  if (gate !== undefined) url.port = String(gate.port)
  return url.href.replace(/\/$/, '')
}

async function until({ started }: Worker, isSo: () => boolean): Promise<void> {
  const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
  while (!isSo()) {
    if (isOver(started.process)) throw new Error(`a worker ended: ${(await started.ended).stderr}`)
    await setTimeout(LOOK_MS)
  }
}
