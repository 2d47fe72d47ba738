import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { emptyOutput, publish, sampleArtifacts } from '../handler/published.ts'

function following() {
  const output = emptyOutput()
  const clock = { ms: 0 }
  const logged: unknown[] = []
  const { current } = followRelease({
    output,
    now: () => clock.ms,
    log: (error: unknown) => logged.push(error),
  })
  const after = async (ms: number) => {
    clock.ms += ms
    const served = (await current())?.id
    // A release is tried again beside the calls, which do not wait for it.
    await new Promise((resolve) => setTimeout(resolve, 50))
    return served
  }
  return { output, logged, after }
}

test('a release that cannot be opened at first is tried again, later each time, and told once', async () => {
  const { output, logged, after } = following()
  const first = publish(output, '2026-01-01')
  expect(await after(0)).toBe(first)
  const second = publish(output, '2026-01-02', sampleArtifacts('two'))
  const manifest = join(output, 'releases', second, 'manifest.json')
  renameSync(manifest, `${manifest}.away`)
  expect([await after(1_000), await after(500), logged.length]).toEqual([first, first, 1])
  // Tried after one second, and then not before two more.
  expect([await after(500), logged.length]).toEqual([first, 1])
  renameSync(`${manifest}.away`, manifest)
  expect(await after(1_900)).toBe(first)
  await after(200)
  expect([await after(1), logged.length]).toEqual([second, 1])
})

test('the first release of all is tried again too, and another one is opened at once', async () => {
  const { output, logged, after } = following()
  const broken = publish(output, '2026-01-01')
  rmSync(join(output, 'releases', broken, 'manifest.json'))
  expect(await after(0)).toBeUndefined()
  const next = publish(output, '2026-01-02', sampleArtifacts('two'))
  expect([await after(1_000), logged.length]).toEqual([next, 1])
})

test('a pointer that goes back while a release cannot be opened leads back at once', async () => {
  const { output, after } = following()
  const first = publish(output, '2026-01-01')
  const second = publish(output, '2026-01-02', sampleArtifacts('two'))
  rmSync(join(output, 'releases', second, 'manifest.json'))
  expect(await after(0)).toBeUndefined()
  rmSync(join(output, 'current'))
  symlinkSync(`releases/${first}`, join(output, 'current'))
  expect(await after(1_000)).toBe(first)
})
