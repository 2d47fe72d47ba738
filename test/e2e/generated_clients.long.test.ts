import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GENERATORS } from '../../lab/e2e/generated_clients/generators.ts'
import { generatedProblems, hasGenerator } from '../../lab/e2e/generated_clients.ts'
import { openapi } from '../../pipeline/artifacts/discovery/openapi.ts'
import { info } from '../artifacts/given_info.ts'
import { isForTests } from '../kit/added_package.ts'
import { inTemporaryFolder } from '../kit/folder.ts'

const DOCUMENT = openapi(info(), {
  label: 'Made up.',
  handles: ['amber-otter', 'basalt'],
  answers: new Map(),
})

/** Problems that a generator or the compiler reports for a document. */
const findProblems = (generator: (typeof GENERATORS)[number], document: unknown): Promise<string[]> =>
  inTemporaryFolder((folder) => {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    return generatedProblems(generator, file)
  })

test.for(GENERATORS)(
  'a client that $name makes compiles under strict checks',
  { timeout: 180_000 },
  async (generator, { skip }) => {
    if (!isForTests(generator) || !(await hasGenerator(generator)))
      return skip(`left out: npm run e2e -- generated-clients adds ${generator.name}, and CI does`)
    expect(await findProblems(generator, DOCUMENT)).toEqual([])
  },
)

test('an operation that is named as a schema is found', { timeout: 180_000 }, async ({ skip }) => {
  const orval = GENERATORS.find(({ name }) => name === 'orval') as (typeof GENERATORS)[number]
  if (!isForTests(orval) || !(await hasGenerator(orval)))
    return skip('left out: npm run e2e -- generated-clients adds orval, and CI does')
  const renamed = JSON.parse(JSON.stringify(DOCUMENT).replaceAll('"getAttestation"', '"attestation"'))
  expect((await findProblems(orval, renamed)).join('\n')).toContain('AttestationMetric')
})
