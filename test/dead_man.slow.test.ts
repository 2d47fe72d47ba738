import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { workflows } from './workflows.ts'

/** The time of the check, the days of manifest artifacts, and the day at the public address. */
interface Given {
  now: string
  kept: string[]
  shown: string
}

const SCRIPT = workflows()
  .find(({ file }) => file.endsWith('dead_man.yml'))
  ?.jobs.look?.steps?.find(({ run }) => run !== undefined)?.run

const TELL = workflows()
  .find(({ file }) => file.endsWith('dead_man.yml'))
  ?.jobs.tell?.steps?.find(({ run }) => run !== undefined)?.run

/** The check's output: the missing days. */
function runCheck({ now, kept, shown }: Given): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-dead-man-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const programs = {
    date: `[ "$*" = "-u +%s" ] && echo ${Date.parse(`${now}Z`) / 1000}`,
    // As --jq leaves them, newest last by no rule.
    gh: kept.map((day) => `echo assay-manifest-${day}`).join('\n') || 'exit 0',
    curl: shown === '' ? 'exit 22' : `echo '{"date":"${shown}"}'`,
  }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const output = join(folder, 'output')
  const env = {
    ...{ PATH: `${folder}:${process.env.PATH}`, GITHUB_REPOSITORY: 'sample/index', GITHUB_OUTPUT: output },
    PUBLIC_BASE_URL: 'https://index.sample.example',
  }
  execFileSync('bash', ['-eo', 'pipefail', '-c', SCRIPT ?? 'exit 1'], { env, stdio: 'pipe' })
  return readFileSync(output, 'utf8').trim().replace('missing=', '')
}

const D18 = { kept: ['2026-09-18', '2026-09-17'], shown: '2026-09-18' }

test.each<[string, Given, string]>([
  ['is quiet on time with the release of the day', { now: '2026-09-18T19:53', ...D18 }, ''],
  [
    'is quiet after midnight, as the release of the day before is new',
    { now: '2026-09-19T00:43', ...D18 },
    '',
  ],
  ['is quiet by hand before the slots of a day are over', { now: '2026-09-19T10:00', ...D18 }, ''],
  ['is quiet with a newer release than that of the day', { now: '2026-09-17T20:00', ...D18 }, ''],
  [
    'speaks on time without the release of the day',
    { now: '2026-09-19T19:58', ...D18 },
    'the newest release of daily.yml is 2026-09-18; the public address shows 2026-09-18',
  ],
  [
    'speaks after midnight without the release of the day that is over',
    { now: '2026-03-01T02:00', kept: ['2026-02-27'], shown: '2026-02-27' },
    'the newest release of daily.yml is 2026-02-27; the public address shows 2026-02-27',
  ],
  [
    'speaks at any hour of a release of days ago, which a late check once found new',
    { now: '2026-09-20T10:00', ...D18 },
    'the newest release of daily.yml is 2026-09-18; the public address shows 2026-09-18',
  ],
  [
    'speaks where nothing was ever released',
    { now: '2026-09-18T20:00', kept: [], shown: '2026-09-18' },
    'the newest release of daily.yml is none',
  ],
  [
    'speaks where the public address says nothing',
    { now: '2026-09-18T20:00', kept: ['2026-09-18'], shown: '' },
    'the public address shows nothing',
  ],
])('%s', (_, given, missing) => {
  expect(runCheck(given)).toBe(missing)
})

test.each([
  ['true', 'gh issue create'],
  ['false', '::warning::no release. Issues are off'],
])('where issues are %s, it says: %s', (hasIssues, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-dead-man-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const gh = `case "$*" in *has_issues*) echo ${hasIssues};; "issue list"*) ;; *) echo "gh $*";; esac`
  writeFileSync(join(folder, 'gh'), `#!/bin/sh\n${gh}\n`, { mode: 0o755 })
  const env = {
    ...{ PATH: `${folder}:${process.env.PATH}`, GITHUB_REPOSITORY: 'sample/index', MISSING: 'no release' },
    ...{ TITLE: 'daily', GITHUB_SERVER_URL: 'https://github.example' },
  }
  expect(
    execFileSync('bash', ['-eo', 'pipefail', '-c', TELL ?? 'exit 1'], { env, encoding: 'utf8' }),
  ).toContain(expected)
})
