import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../../../test/kit/child.ts'
import type { Job, Step } from '../../../test/workflows.ts'
import { command } from './command.ts'
import { type Contexts, filled, shouldRun } from './expressions.ts'
import type { FakeGithub } from './github.ts'

/** Inputs of a job. */
export interface JobOrder {
  github: FakeGithub
  /** The machine of the job: emptied before it begins. */
  machine: string
  contexts: Contexts
  /** Environment variables beside those of the workflow: the upstream's URL, the day. */
  environment: Record<string, string>
}

/** The result of a job. */
export interface JobEnd {
  isGood: boolean
  outputs: Record<string, string>
  /** The steps that ran, by their names. */
  ran: string[]
  /** Output of the steps. */
  said: string
  /** Files that were attested, by path. */
  attested: Map<string, Buffer>
}

type Outputs = Record<string, { outputs: Record<string, string>; outcome: string }>

/** Runs the steps of a job in order, as a runner does: `run:` in bash, the few actions that are used by what they do. */
export async function runJob(job: Job, order: JobOrder): Promise<JobEnd> {
  rmSync(order.machine, { recursive: true, force: true })
  const [work, temp] = [join(order.machine, 'work'), join(order.machine, 'temp')]
  for (const folder of [work, temp]) mkdirSync(folder, { recursive: true })
  const steps: Outputs = {}
  const contexts = { ...order.contexts, steps, runner: { temp } }
  const end: JobEnd = { isGood: true, outputs: {}, ran: [], said: '', attested: new Map() }
  const shared = fillEnvironment(job.env, contexts)
  for (const [at, step] of (job.steps ?? []).entries()) {
    const isWanted = shouldRun(step.if, contexts, !end.isGood)
    if (step.id !== undefined) steps[step.id] = { outputs: {}, outcome: 'skipped' }
    if (!isWanted) continue
    const isGood = await (step.run === undefined
      ? runAction(step, work, contexts, order, end)
      : script(step, at))
    const known = steps[step.id ?? '']
    if (known) known.outcome = isGood ? 'success' : 'failure'
    end.ran.push(step.name ?? step.uses?.split('@')[0] ?? step.run ?? '')
    end.isGood &&= isGood
  }
  for (const [name, value] of Object.entries(job.outputs ?? {})) end.outputs[name] = filled(value, contexts)
  return end

  async function script(step: Step, at: number): Promise<boolean> {
    const output = join(temp, `output-${at}`)
    writeFileSync(output, '')
    const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: join(temp, 'summary.md'), RUNNER_TEMP: temp }
    const env = { ...runnerEnvironment(order), ...files, ...shared, ...fillEnvironment(step.env, contexts) }
    const { code, said } = await command('bash', ['-eo', 'pipefail', '-c', step.run ?? ''], {
      cwd: work,
      env,
    })
    end.said += said
    const known = steps[step.id ?? '']
    if (known) known.outputs = outputsIn(readFileSync(output, 'utf8'))
    return code === 0
  }
}

/** The variables that a runner sets; of our own environment only the paths of programs. */
function runnerEnvironment({ github, environment }: JobOrder): Record<string, string> {
  const { HOME = '/', PATH = '', TMPDIR = '/tmp' } = process.env
  return {
    ...{ HOME, TMPDIR, PATH: `${github.programs}:${PATH}`, FAKE_GITHUB: github.folder },
    ...{ GITHUB_REPOSITORY: 'example/assay', GITHUB_SERVER_URL: 'https://github.example' },
    ...environment,
  }
}

const fillEnvironment = (env: Record<string, unknown> | undefined, contexts: Contexts) =>
  Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, filled(value, contexts)]))

const outputsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

/** Stands in for the actions that the workflows use. */
async function runAction(
  step: Step,
  work: string,
  contexts: Contexts,
  { github }: JobOrder,
  end: JobEnd,
): Promise<boolean> {
  const action = step.uses?.split('@')[0] ?? ''
  const readInput = (name: string): string => filled(step.with?.[name] ?? '', contexts)
  const at = (path: string): string => (path.startsWith('/') ? path : join(work, path))
  if (action === 'actions/checkout') await checkOut(work)
  else if (action === 'actions/upload-artifact') {
    const path = at(readInput('path'))
    if (!existsSync(path)) return readInput('if-no-files-found') !== 'error'
    github.upload(readInput('name'), path, readInput('overwrite') === 'true')
  } else if (action === 'actions/download-artifact')
    github.download((readInput('name') || readInput('pattern')).replace('*', ''), work)
  else if (action === 'actions/attest-build-provenance') {
    const path = readInput('subject-path')
    end.attested.set(path, readFileSync(at(path)))
  } else if (action !== 'actions/setup-node') throw new Error(`no stand-in for the action ${action}`)
  return true
}

/** The files of the project as they are now, and its packages. */
async function checkOut(work: string): Promise<void> {
  const copy = 'git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$0"'
  const { code, said } = await command('bash', ['-eo', 'pipefail', '-c', copy, work], { cwd: PROJECT })
  if (code !== 0) throw new Error(said)
  symlinkSync(join(PROJECT, 'node_modules'), join(work, 'node_modules'))
}

/** True if the condition of a job holds. */
export const shouldRunJob = (job: Job, contexts: Contexts): boolean =>
  shouldRun(job.if, { ...contexts, steps: {} }, false)
