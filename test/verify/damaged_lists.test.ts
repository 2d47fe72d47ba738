import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveRelease } from '../../core/release/write.ts'
import { runVerify } from '../../verify/command/command.ts'
import { buildDay, machine } from '../release_store/small_runs.ts'

/** Runs verify on a release with a changed file of `log/entries`. */
async function verifyDamaged(isList: boolean, change: (text: string) => string): Promise<string> {
  const output = machine()
  for (const day of ['2026-01-01', '2026-01-02']) serveRelease(output, await buildDay(output, day))
  const folder = join(output, 'current/public/log/entries')
  const name = readdirSync(folder).find((text) => (text === 'days.json') !== isList) ?? ''
  writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')))
  const parts: string[] = []
  const add = (more: string) => parts.push(more)
  const code = await runVerify(['--output', output, '--state', 'none'], null, { out: add, err: add } as never)
  expect(code).toBe(1)
  return parts.join('')
}

test.each<[string, (text: string) => string, RegExp]>([
  ['cut off', (text) => text.slice(0, -10), /, line 1: it is not JSON, or cut off/],
  ['with a NUL', (text) => text.replace(':', ':\0'), /, line 1: it holds a NUL/],
  ['empty', () => '', /, line 1: it is empty/],
  ['without its last line break', (text) => text.trimEnd(), /, line 1: it has no line break at its end/],
  ['twice as long', (text) => text + text, /, line 2: it is not JSON, or cut off/],
])('a list that is %s is broken, by its name and line', async (_what, change, says) => {
  expect(await verifyDamaged(true, change)).toMatch(
    new RegExp(`entries/[0-9a-f]{2}\\.json${says.source}.*npm run assay -- mend-log`),
  )
  expect(await verifyDamaged(false, change)).toMatch(new RegExp(`entries/days\\.json${says.source}`))
})
