import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attackLog, openWritten } from '../../lab/e2e/tamper/attacks.ts'
import { flipBits } from '../../lab/e2e/tamper/flips.ts'
import { broken, copied, verifyFolder } from '../../lab/e2e/tamper/target.ts'
import { sampleOutput } from '../sample_output.ts'

let output: string
beforeAll(async () => {
  output = copied(await sampleOutput(), join(mkdtempSync(join(tmpdir(), 'assay-tamper-')), 'output'))
})
afterAll(() => rmSync(join(output, '..'), { recursive: true, force: true }))

test('untouched files have no broken claim', async () => {
  expect(broken(await verifyFolder(output, null))).toEqual([])
})

test('a second implementation, written from the specification, writes the same log', async () => {
  const { log, written } = await openWritten(realpathSync(join(output, 'current')))
  const differs = [...written].filter(
    ([path, bytes]) => Buffer.compare(bytes, log.get(path) as Uint8Array) !== 0,
  )
  expect(differs.map(([path]) => path)).toEqual([])
})

test('a flipped bit is named with its file', async () => {
  const flips = await flipBits(output, { count: 8, seed: 7 })
  expect(flips.filter(({ isNamed }) => !isNamed)).toEqual([])
})

test('each way to tamper with the log is named, with its key and without', async () => {
  const attacks = await attackLog(output)
  expect(attacks.filter(({ isNamed }) => !isNamed)).toEqual([])
  expect(attacks).toHaveLength(10)
})
