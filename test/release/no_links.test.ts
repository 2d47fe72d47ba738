import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createInputs, file } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

const withoutLinks = async (original: () => Promise<typeof import('node:fs')>) => ({
  ...(await original()),
  linkSync: () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  },
})

// Test files share their modules: this one takes its own copies, and leaves none behind.
beforeAll(() => {
  vi.resetModules()
  vi.doMock('node:fs', withoutLinks)
})

afterAll(() => {
  vi.doUnmock('node:fs')
  vi.resetModules()
})

test('where the file system has no hard links, unchanged files are copied', async () => {
  const { publishRelease } = await import('../../core/release/write.ts')
  const { openRelease, verifyRelease } = await import('../../core/release/release.ts')
  const output = temporaryOutput()
  publishRelease(output, [file('a'), file('b')], createInputs('2026-01-01'))
  const next = publishRelease(output, [file('a'), file('b', 'new')], createInputs('2026-01-02'))
  expect(next).toMatchObject({ written: 2, linked: 0 })
  expect(verifyRelease(openRelease(join(output, 'releases', next.id)))).toEqual([])
})

test('there a file that lies elsewhere already is written from its bytes', async () => {
  const { publishRelease } = await import('../../core/release/write.ts')
  const output = temporaryOutput()
  const artifact = { ...file('a', 'rows'), file: join(output, 'elsewhere') }
  const { id } = publishRelease(output, [artifact], createInputs('2026-01-01'))
  expect(readFileSync(join(output, 'releases', id, 'public/a'), 'utf8')).toBe('rows')
})
