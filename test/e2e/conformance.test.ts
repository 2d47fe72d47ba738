import { expect, test } from 'vitest'
import { EXPECTED_FAILURES } from '../../lab/e2e/conformance/expected.ts'
import { scenarioNames } from '../../lab/e2e/conformance/suite.ts'
import { conform, unexpected } from '../../lab/e2e/conformance.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { sampleOutput } from '../sample_output.ts'

const PASSING = [
  'completion-complete',
  'dns-rebinding-protection',
  'logging-set-level',
  'ping',
  'prompts-list',
  'resources-list',
  'server-initialize',
  'tools-call-error',
  'tools-call-simple-text',
  'tools-list',
]

test('the public suite: what a server with tools alone can pass passes, and the rest is known by name', async () => {
  const output = await sampleOutput()
  const names = await scenarioNames()
  const found = await inTemporaryFolder((folder) => conform(output, folder))
  expect(unexpected(found, names)).toEqual([])
  expect(found.flatMap(({ name, passes }) => (passes ? [name] : []))).toEqual(PASSING)
  for (const name of Object.keys(EXPECTED_FAILURES)) expect(names).toContain(name)
}, 120_000)

test('a deviation from the list is reported', () => {
  const found = [
    { name: 'ping', passes: false, why: 'no answer' },
    { name: 'prompts-get-simple', passes: true, why: '' },
    { name: 'resources-read-text', passes: false, why: 'none' },
    { name: 'tools-list', passes: true, why: '' },
  ]
  expect(unexpected(found, ['ping', 'tools-list', 'server-initialize'])).toEqual([
    'ping fails: no answer',
    'prompts-get-simple passes: take it out of the list',
    'server-initialize was not run',
  ])
})
