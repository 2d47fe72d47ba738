import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasSpectral, PACKAGE, spectralProblems } from '../../lab/e2e/lint_openapi/spectral.ts'
import { openapi } from '../../pipeline/artifacts/discovery/openapi.ts'
import { info } from '../artifacts/given_info.ts'
import { isForTests } from '../kit/added_package.ts'
import { inTemporaryFolder } from '../kit/folder.ts'

const DOCUMENT = openapi(info(), {
  label: 'Made up.',
  handles: ['amber-otter', 'basalt'],
  answers: new Map(),
})

test('Spectral finds nothing in the OpenAPI document, and what is missing', { timeout: 180_000 }, async ({
  skip,
}) => {
  if (!isForTests(PACKAGE) || !(await hasSpectral()))
    return skip('left out: npm run e2e -- lint-openapi adds Spectral, and CI does')
  const findProblems = (document: unknown) =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, 'openapi.json')
      writeFileSync(file, JSON.stringify(document))
      return spectralProblems(file)
    })
  expect(await findProblems(DOCUMENT)).toEqual([])
  const { contact, ...info } = DOCUMENT.info as Record<string, unknown>
  expect(await findProblems({ ...DOCUMENT, info })).toEqual([expect.stringContaining('info-contact')])
})
