import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { FakeStore } from '../../test/kit/s3/fake.ts'
import { replayDate, type Upstream, withUpstream } from '../../test/kit/upstream.ts'
import { type Workflow, workflows } from '../../test/workflows.ts'
import { command } from './daily_workflow/command.ts'
import { FakeGithub } from './daily_workflow/github.ts'
import { type JobEnd, runJob, shouldRunJob } from './daily_workflow/job.ts'

const HELP = `Usage: npm run e2e -- daily-workflow [--bucket] [--days N]

Runs the steps of .github/workflows/daily.yml and dead_man.yml here, in order, each day on an empty machine, for three
days of the replay of which the second is missed and made up for. Exit code: 0 all held, 1 something did not.

  --days N   instead: N days one after another, with the sizes of the index and of its copies after each. Addresses
             are asked as in the replay's mode hosts, ten times as fast
  --bucket   the index lives in a bucket: that of RELEASE_STORE and its keys, or else one in memory. Without it, in artifacts
`

/** The storage of the index between runs: variables and secrets of the fake repository. */
export interface IndexStorage {
  vars: Record<string, string>
  secrets: Record<string, string>
}

/** The days that are run, counted from 0, and where each is asked. */
export interface Days {
  date(day: number): string
  base(day: number): string
  /** The speed of its clock, as of `UPSTREAM_CLOCK`. */
  clock?: string
}

/** Prints a line of results; the campaign returns whether all passed. */
type Report = (line: string) => void

interface WorkflowSetup {
  github: FakeGithub
  folder: string
  keeping: IndexStorage
  days: Days
  say: Report
}

/** Three days of the workflow; `keeping` names the bucket, where there is one. */
export async function dailyWorkflow(
  days: Days,
  folder: string,
  keeping: IndexStorage,
  say: Report,
): Promise<boolean> {
  const stand = createSetup(days, folder, keeping, say)
  const held = [
    await publishes(stand, 0, ['first day', [0]]),
    await changesNothing(stand, 0),
    await checkDay(stand, 1, 'opens an issue', { isOpen: true, times: 1 }),
    await publishes(stand, 2, ['a day after one that was missed', [0, 1, 2]]),
    await checkDay(stand, 2, 'closes it', { isOpen: false, times: 2 }),
  ]
  return held.every(Boolean)
}

function createSetup(days: Days, folder: string, keeping: IndexStorage, say: Report): WorkflowSetup {
  const github = new FakeGithub(join(folder, 'github'))
  const key = execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519'], { encoding: 'utf8' })
  const vars = { LOG_ORIGIN: 'index.example/log', ...keeping.vars }
  return { github, folder, keeping: { vars, secrets: { LOG_KEY: key, ...keeping.secrets } }, days, say }
}

/** Days one after another, and after each the sizes of what is kept. */
async function successiveDays(stand: WorkflowSetup, count: number): Promise<boolean> {
  const numbers = Array.from({ length: count }, (_, day) => day)
  let isHeld = true
  for (const day of numbers) {
    isHeld = (await publishes(stand, day, ['a day', numbers.slice(0, day + 1)])) && isHeld
    const folder = measureFolder(join(stand.folder, 'build', 'work/output'))
    const copies = stand.github.sizes('assay-output')
    isHeld = copies.length === Math.min(day + 1, COPIES) && isHeld
    stand.say(`  output ${inMegabytes(folder)}; copies: ${copies.map(inMegabytes).join(', ')}`)
  }
  return isHeld
}

/** Copies of the index that the workflow keeps. */
const COPIES = 3

const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

/** Returns the bytes of all files of a folder; those that it has twice by a link count once. */
const measureFolder = (folder: string): number =>
  Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0])

interface DailyEnd {
  build: JobEnd
  publish: JobEnd | null
  output: string
  seconds: number
}

async function runDailyWorkflow(stand: WorkflowSetup, day: number): Promise<DailyEnd> {
  const started = performance.now()
  const { jobs } = workflow('daily')
  const machine = join(stand.folder, 'build')
  const look = await runJob(findJob(jobs, 'look'), { ...jobOrder(stand, day), machine })
  let build = look
  for (const matrixDay of JSON.parse(look.outputs.days ?? '[]') as string[]) {
    const contexts = { ...jobContexts(stand), matrix: { day: matrixDay } }
    const { said } = build
    build = await runJob(findJob(jobs, 'build'), { ...jobOrder(stand, day), contexts, machine })
    build.said = said + build.said
  }
  const contexts = { ...jobContexts(stand), needs: { build: { outputs: build.outputs } } }
  const isWanted = build.isGood && shouldRunJob(findJob(jobs, 'publish'), contexts)
  const order = { ...jobOrder(stand, day), contexts, machine: join(stand.folder, 'publish') }
  const publish = isWanted ? await runJob(findJob(jobs, 'publish'), order) : null
  if (isWanted && shouldRunJob(findJob(jobs, 'tidy'), contexts)) await runJob(findJob(jobs, 'tidy'), order)
  if (build.isGood) stand.github.addRun()
  const seconds = (performance.now() - started) / 1000
  return { build, publish, output: join(machine, 'work/output'), seconds }
}

async function publishes(
  stand: WorkflowSetup,
  day: number,
  [what, days]: [string, number[]],
): Promise<boolean> {
  const { build, publish, output, seconds } = await runDailyWorkflow(stand, day)
  const checkIndex = async (): Promise<[boolean, string][]> => {
    const manifest = readFileSync(join(output, 'current/manifest.json'))
    const status = JSON.parse(readFileSync(join(output, 'current/public/status.json'), 'utf8'))
    const attested = publish?.attested.get('manifest.json')
    const summary = readFileSync(join(output, '../../temp/summary.md'), 'utf8')
    const verified = await command(
      'npm',
      ['run', '--silent', 'verify', '--', '--output', 'output', '--state', 'none'],
      { cwd: join(output, '..') },
    )
    const had = status.runs.map((run: { day: string }) => run.day).reverse()
    return [
      [status.date === stand.days.date(day), `release ${status.release}`],
      [had.join() === days.map((day) => stand.days.date(day)).join(), `its runs: ${had.join(', ')}`],
      [status.log?.release === status.release, `the log has ${status.log?.size ?? 'no'} entries`],
      [
        attested !== undefined &&
          sha256(attested) === sha256(manifest) &&
          sha256(attested) === status.manifest_sha256,
        'the manifest that is attested is the one that is served',
      ],
      [
        verified.code === 0,
        `verify ends with ${verified.code}${verified.code === 0 ? '' : `: ${verified.said}`}`,
      ],
      [summary.includes(` ${status.release} of `), 'the state of the index is shown'],
    ]
  }
  const isPublished = build.isGood && build.outputs.outcome === 'published'
  if (!isPublished) stand.say(build.said.slice(-3000))
  return verdict(stand, `${stand.days.date(day)}, ${what} (${seconds.toFixed(0)} s)`, [
    [isPublished, `outcome ${build.outputs.outcome || 'none'}`],
    ...(isPublished ? await checkIndex() : []),
    [isSilent(stand, build.said), 'no secret was said'],
  ])
}

async function changesNothing(stand: WorkflowSetup, day: number): Promise<boolean> {
  const before = stand.github.state.artifacts.length
  const { build, publish, seconds } = await runDailyWorkflow(stand, day)
  const events = stand.github.state.artifacts.filter(({ name }) => name.startsWith('assay-events'))
  const added = stand.github.state.artifacts.length - before
  return verdict(stand, `${stand.days.date(day)} again (${seconds.toFixed(0)} s)`, [
    [build.isGood && build.outputs.outcome === 'unchanged', `outcome ${build.outputs.outcome || 'none'}`],
    [publish === null, 'nothing is attested'],
    [events.length === added + 1, `${added} artifact(s) more: the events`],
  ])
}

async function checkDay(
  stand: WorkflowSetup,
  day: number,
  what: string,
  wanted: { isOpen: boolean; times: number },
): Promise<boolean> {
  const { jobs } = workflow('dead man')
  const order = { ...jobOrder(stand, day), machine: join(stand.folder, 'dead-man') }
  const look = await runJob(findJob(jobs, 'look'), order)
  const contexts = { ...jobContexts(stand), needs: { look: { outputs: look.outputs } } }
  const tell = await runJob(findJob(jobs, 'tell'), { ...order, contexts })
  const { issues } = stand.github.state
  const [issue] = issues
  return verdict(stand, `The dead man on ${stand.days.date(day)} ${what}`, [
    [look.isGood && tell.isGood, look.outputs.missing || 'nothing is missing'],
    [
      issues.length === 1 && issue?.isOpen === wanted.isOpen,
      `${issues.length} issue, open: ${issue?.isOpen}`,
    ],
    [issue?.said.length === wanted.times, `said ${issue?.said.length} times`],
  ])
}

const jobOrder = (stand: WorkflowSetup, day: number) => ({
  github: stand.github,
  contexts: jobContexts(stand),
  environment: {
    UPSTREAM_BASE: stand.days.base(day),
    ...(stand.days.clock && { UPSTREAM_CLOCK: stand.days.clock }),
    FAKE_TODAY: stand.days.date(day),
    ASSAY_CLOCK: `${stand.days.date(day)}T23:00:00Z`,
  },
})

/** As a schedule has them: no inputs. */
const jobContexts = ({ keeping }: WorkflowSetup) => ({
  github: {
    ...{ token: 'token-of-the-repository', ref_name: 'main', event_name: 'schedule', run_attempt: '1' },
    event: { repository: { default_branch: 'main' } },
  },
  vars: { RELEASE_STORE: '', PUBLISH_PAGES: '', ...keeping.vars },
  secrets: keeping.secrets,
  inputs: {},
})

function workflow(name: string): Workflow & { name?: string } {
  const found = workflows().find(({ text }) => text.startsWith(`name: ${name}\n`))
  if (found === undefined) throw new Error(`there is no workflow ${name}`)
  return found
}

function findJob(jobs: Workflow['jobs'], name: string) {
  const job = jobs[name]
  if (job === undefined) throw new Error(`there is no job ${name}`)
  return job
}

/** True if the output contains none of the secrets. */
const isSilent = ({ keeping }: WorkflowSetup, said: string): boolean =>
  Object.values(keeping.secrets).every((secret) => !said.includes(secret.trim().split('\n').at(-2) ?? secret))

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function verdict({ say }: WorkflowSetup, what: string, claims: [boolean, string][]): boolean {
  say(`${what}: ${claims.map(([isTrue, text]) => `${isTrue ? '' : 'WRONG: '}${text}`).join('; ')}`)
  return claims.every(([isTrue]) => isTrue)
}

/** Does something with a bucket: that of the environment, or one in memory. */
export async function withBucket<T>(work: (keeping: IndexStorage) => Promise<T>): Promise<T> {
  const { RELEASE_STORE, S3_ENDPOINT = '', S3_REGION = '', ...env } = process.env
  const store = RELEASE_STORE === undefined ? await new FakeStore().listen() : null
  try {
    return await work({
      vars: {
        RELEASE_STORE: RELEASE_STORE ?? 's3://bucket/live',
        S3_ENDPOINT: store?.url ?? S3_ENDPOINT,
        S3_REGION,
      },
      secrets: {
        S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID ?? 'key-of-the-bucket',
        S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY ?? 'secret-of-the-bucket',
      },
    })
  } finally {
    await store?.close()
  }
}

const NO_BUCKET: IndexStorage = { vars: {}, secrets: {} }
const REMOTES = ['--remotes', '972', '--clock', '10']

await runAsCommand(import.meta.url, HELP, async (args) => {
  const options = { bucket: { type: 'boolean', default: false }, days: { type: 'string' } } as const
  const { bucket, days: count } = parseArgs({ args, options }).values
  const storage = bucket ? withBucket : <T>(work: (keeping: IndexStorage) => Promise<T>) => work(NO_BUCKET)
  if (count === undefined)
    return withUpstream((upstream) =>
      storage((keeping) =>
        inTemporaryFolder((folder) =>
          dailyWorkflow({ date: replayDate, base: upstream.base }, folder, keeping, console.log),
        ),
      ),
    )
  const toDays = ({ base }: Upstream): Days => ({
    ...{ date: replayDate, base: (day) => base(day, 'hosts'), clock: '10' },
  })
  return withUpstream(
    (upstream) =>
      storage((keeping) =>
        inTemporaryFolder((folder) =>
          successiveDays(createSetup(toDays(upstream), folder, keeping, console.log), Number(count)),
        ),
      ),
    REMOTES,
  )
})
