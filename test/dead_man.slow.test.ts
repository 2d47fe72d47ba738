import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { workflows } from './workflows.ts'

/** The time of the check, the day of the release artifact, and the day at the public address. */
interface Given {
  now: string
  kept: string
  shown: string
}

const SCRIPT = workflows()
  .find(({ file }) => file.endsWith('dead_man.yml'))
  ?.jobs.look?.steps?.find(({ run }) => run !== undefined)?.run

/** The check's output: the missing days. */
function runCheck({ now, kept, shown }: Given): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-dead-man-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const programs = {
    date: `case "$2" in +%F) echo ${now.slice(0, 10)};; +%R) echo ${now.slice(11)};; *) exit 1;; esac`,
    gh: `case "$2" in *assay-manifest-${kept}) echo 1;; *) echo 0;; esac`,
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

const D18 = { kept: '2026-09-18', shown: '2026-09-18' }

test.each<[string, Given, string]>([
  ['is quiet on time with the release of the day', { now: '2026-09-18T19:53', ...D18 }, ''],
  ['is quiet after midnight, as the release of the day is there', { now: '2026-09-19T00:43', ...D18 }, ''],
  ['is quiet by hand before the slots of a day are over', { now: '2026-09-19T10:00', ...D18 }, ''],
  [
    'is quiet where the next day is shown already',
    { now: '2026-09-19T06:00', kept: '2026-09-18', shown: '2026-09-19' },
    '',
  ],
  [
    'speaks on time without the release of the day',
    { now: '2026-09-19T19:58', ...D18 },
    'no run of daily.yml has published 2026-09-19; the public address shows 2026-09-18 in place of 2026-09-19',
  ],
  [
    'speaks on the last minute of the day',
    { now: '2026-09-19T23:59', ...D18 },
    'no run of daily.yml has published 2026-09-19; the public address shows 2026-09-18 in place of 2026-09-19',
  ],
  [
    'speaks after midnight without the release of the day that is over',
    { now: '2026-03-01T02:00', kept: '2026-02-27', shown: '2026-02-27' },
    'no run of daily.yml has published 2026-02-28; the public address shows 2026-02-27 in place of 2026-02-28',
  ],
  [
    'speaks where the public address says nothing',
    { now: '2026-09-18T20:00', kept: '2026-09-18', shown: '' },
    'the public address shows nothing in place of 2026-09-18',
  ],
])('%s', (_, given, missing) => {
  expect(runCheck(given)).toBe(missing)
})
