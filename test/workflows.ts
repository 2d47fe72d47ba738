import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from './pages.ts'

type Permissions = Record<string, 'read' | 'write' | 'none'>

/** One step of a job, as far as it is looked at. */
export interface Step {
  id?: string
  name?: string
  if?: string
  'continue-on-error'?: boolean | string
  uses?: string
  with?: Record<string, unknown>
  run?: string
  env?: Record<string, string>
}

/** One job, as far as it is looked at. */
export interface Job {
  if?: string
  outputs?: Record<string, string>
  permissions?: Permissions
  'timeout-minutes'?: number
  uses?: string
  steps?: Step[]
  env?: Record<string, string>
}

/** A workflow of this repository, as far as it is looked at. */
export interface Workflow {
  file: string
  text: string
  on: { schedule?: { cron: string }[] }
  permissions: Permissions
  jobs: Record<string, Job>
}

const FOLDER = '.github/workflows'

/** Every workflow of this repository. */
export const workflows = (): Workflow[] =>
  readdirSync(join(ROOT, FOLDER)).map((name) => {
    const file = `${FOLDER}/${name}`
    const text = readFileSync(join(ROOT, file), 'utf8')
    return { file, text, ...(parse(text) as Omit<Workflow, 'file' | 'text'>) }
  })
