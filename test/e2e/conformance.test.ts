import { beforeAll, expect, test } from 'vitest'
import { EXPECTED_FAILURES } from '../../lab/e2e/conformance/expected.ts'
import { REQUIREMENTS, type Scenario, scenarioNames } from '../../lab/e2e/conformance/suite.ts'
import { conform, unexpected } from '../../lab/e2e/conformance.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { sampleOutput } from '../sample_output.ts'

let output: string

beforeAll(async () => {
  output = await sampleOutput()
}, 120_000)

const PASSING = [
  'completion-complete',
  'dns-rebinding-protection',
  'prompts-list',
  'resources-list',
  'tools-call-error',
  'tools-call-simple-text',
  'tools-list',
]
const PASSING_IN = {
  '2025-11-25': ['server-initialize', 'ping', 'logging-set-level'],
  '2026-07-28': [
    'caching',
    'http-header-validation',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
  ],
}

test.each(REQUIREMENTS)(
  'requirements of %s: what a server with tools alone can pass passes, and the rest is known by name',
  async (requirements) => {
    const names = scenarioNames(requirements)
    const found = await inTemporaryFolder((folder) => conform(output, requirements, folder))
    expect(unexpected(found, names)).toEqual([])
    const passing = found.flatMap(({ name, passed, failed }) =>
      passed > 0 && failed.length === 0 ? [name] : [],
    )
    expect(passing).toEqual(expect.arrayContaining([...PASSING, ...PASSING_IN[requirements]]))
  },
  60_000,
)

test('each expected failure is one of a scenario that is run', () => {
  const names = REQUIREMENTS.flatMap((requirements) => scenarioNames(requirements))
  for (const name of Object.keys(EXPECTED_FAILURES)) expect(names).toContain(name)
})

test('a deviation from the list is reported', () => {
  const scenario = (name: string, ...failed: string[]): Scenario => ({
    ...{ name, passed: 1 },
    failed: failed.map((check) => ({ name: check, why: 'no answer' })),
  })
  const found = [
    scenario('ping', 'Ping'),
    scenario('prompts-get-simple'),
    scenario('resources-read-text', 'ResourcesReadText', 'WireSchemaValid'),
    scenario('server-stateless', 'MissingCapabilityHttp400', 'ServerImplementsDiscover'),
    scenario('tools-list'),
  ]
  expect(unexpected(found, ['ping', 'tools-list', 'server-initialize'])).toEqual([
    'ping fails: Ping: no answer',
    'prompts-get-simple passes prompts-get-simple: take it out of the list',
    'resources-read-text fails: WireSchemaValid: no answer',
    'server-stateless fails: ServerImplementsDiscover: no answer',
    'server-stateless passes ServerRejectsUndeclaredCapability: take it out of the list',
    'server-initialize was not run',
  ])
})
