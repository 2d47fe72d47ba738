import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openRelease, verifyRelease } from '../../pipeline/release/release.ts'
import { publishRelease } from '../../pipeline/release/write.ts'
import { file, inputsOf } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  linkSync: () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  },
}))

test('where the file system has no hard links, unchanged files are copied', () => {
  const output = temporaryOutput()
  publishRelease(output, [file('a'), file('b')], inputsOf('2026-01-01'))
  const next = publishRelease(output, [file('a'), file('b', 'new')], inputsOf('2026-01-02'))
  expect(next).toMatchObject({ written: 2, linked: 0 })
  expect(verifyRelease(openRelease(join(output, 'releases', next.id)))).toEqual([])
})
