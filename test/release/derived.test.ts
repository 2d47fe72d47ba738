import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BadUsage } from '../../core/domain/errors.ts'
import { type Derive, isDerivedKey } from '../../core/release/derived.ts'
import { openRelease, verifyRelease } from '../../core/release/release.ts'
import { publishRelease } from '../../core/release/write.ts'
import { createInputs, file, LAYOUTS } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

const derived: Derive = ({ base_url }, { id }) => [
  { key: 'public/_headers', body: `# ${base_url}\n/*\n  X-Release: ${id}\n` },
]

test.each(LAYOUTS)('in %s, a file with the id of its release is written, kept and repaired', (layout) => {
  const output = temporaryOutput()
  const publish = (day: string) => {
    const done = publishRelease(output, [file('a')], createInputs(day, { layout }), { derived })
    return { ...done, root: join(output, 'releases', done.id) }
  }
  const first = publish('2026-01-01')
  const target = join(first.root, 'public/_headers')
  expect(readFileSync(target, 'utf8')).toBe(`# http://127.0.0.1:8787\n/*\n  X-Release: ${first.id}\n`)
  expect(verifyRelease(openRelease(first.root))).toEqual([])
  const { ino } = statSync(target)
  expect(publish('2026-01-01').written).toBe(0)
  expect(statSync(target).ino).toBe(ino)

  const second = publish('2026-01-02')
  writeFileSync(target, readFileSync(join(second.root, 'public/_headers')))
  expect(verifyRelease(openRelease(first.root))).toEqual([expect.stringContaining('public/_headers: ')])
  expect(publish('2026-01-01').written).toBe(1)
  rmSync(target)
  expect(publish('2026-01-01').written).toBe(1)
  expect(readFileSync(target, 'utf8')).toContain(first.id)
  expect(readFileSync(join(second.root, 'public/_headers'), 'utf8')).toContain(second.id)
})

test('the id is the same with derived files and without', () => {
  const plain = publishRelease(temporaryOutput(), [file('a')], createInputs('2026-01-01'))
  const more = publishRelease(temporaryOutput(), [file('a')], createInputs('2026-01-01'), { derived })
  expect(more).toEqual(plain)
})

test.each([
  ['another place', 'public/robots.txt', (id: string) => id],
  ['a body without the id', 'public/_headers', () => 'X-Release: '],
  ['the place of an artifact', 'public/_headers', (id: string) => id, file('_headers')],
])('%s is refused', (_, key, body, artifact = file('a')) => {
  const publish = () =>
    publishRelease(temporaryOutput(), [artifact], createInputs('2026-01-01'), {
      derived: (_about, { id }) => [{ key, body: body(id) }],
    })
  expect(publish).toThrow(BadUsage)
  expect(publish).toThrow(key)
})

test.each([
  'public/log/../../private/agents/a.json',
  'public/log/tile/0',
  'public/log/checkpoint/x',
  `public/log/tile/${'z'.repeat(300)}`,
  'public/log/entries/7f',
  'private/log/checkpoint',
])('%s is no derived file', (key) => {
  expect(isDerivedKey(key)).toBe(false)
})
