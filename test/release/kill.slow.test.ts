import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentRelease, openRelease, verifyRelease } from '../../core/release/release.ts'
import { publishRelease } from '../../core/release/write.ts'
import { bundled } from '../kit/bundled.ts'
import { createInputs, file, LAYOUTS } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

const FIRST_DAY = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

const dayDate = (day: number) => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10)
const dayNumber = (id: string) => Math.round((Date.parse(id.slice(0, 10)) - FIRST_DAY) / DAY_MS)

// It is started twenty times.
let publisher: Awaited<ReturnType<typeof bundled>>
beforeAll(async () => {
  publisher = await bundled(join(import.meta.dirname, 'publish_forever.ts'), import.meta.dirname)
})
afterAll(() => rmSync(publisher.folder, { recursive: true }))

/** Publishes in another process, which is killed `delay` milliseconds after it finished `days` days. */
async function publishUntilKilled(
  output: string,
  layout: string,
  firstDay: number,
  days: number,
  delay: number,
): Promise<void> {
  const child = spawn(process.execPath, [publisher.file, output, String(firstDay), layout], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let begun = 0
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (dots: Buffer) => {
      begun += dots.length
      if (begun > days) resolve()
    })
  })
  await setTimeout(delay)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

test.each(LAYOUTS)(
  'in the layout %s a process killed at any moment leaves a whole current release, and its leftovers are cleared',
  async (layout) => {
    const output = temporaryOutput()
    let { id } = publishRelease(output, [file('a')], createInputs(dayDate(0)))
    for (let round = 0; round < 10; round++) {
      await publishUntilKilled(output, layout, dayNumber(id) + 1, round % 4, (round * 17) % 60)
      const current = currentRelease(output)
      expect(current).not.toBeNull()
      for (const name of readdirSync(join(output, 'releases')).filter((text) => !text.startsWith('.')))
        expect(verifyRelease(openRelease(join(output, 'releases', name))), name).toEqual([])
      expect(dayNumber(current?.id ?? ''), 'published days are not lost').toBeGreaterThanOrEqual(
        dayNumber(id) + (round % 4),
      )
      id = current?.id ?? id
    }
    const last = publishRelease(output, [file('a')], createInputs('2036-01-01'), { keep: 1 })
    expect(readdirSync(join(output, 'releases'))).toEqual([last.id])
  },
)
