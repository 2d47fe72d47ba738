import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCheck } from '../../lab/e2e/log_by_go/go.ts'
import {
  type CopiedLog,
  checkCosigned,
  checkDamaged,
  checkWhole,
  copyLog,
} from '../../lab/e2e/log_by_go/trials.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../sample_output.ts'
import { createLog, putLog } from '../witness/kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-go-'))
const check = await buildCheck(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(check === null)('a log, checked by golang.org/x/mod (needs Go)', () => {
  const go = check as NonNullable<typeof check>
  let sample: CopiedLog
  beforeAll(async () => {
    sample = copyLog(await sampleOutput(), join(folder, 'sample'))
  })

  test('of the sample: signature, entries, tiles, inclusion, and consistency of every two days', async () => {
    expect(sample.older).toHaveLength(PUBLISHED_DAYS.length)
    expect(await checkWhole(go, sample)).toMatchObject({ isRight: true })
  })

  test('one bit that is flipped is noticed', async () => {
    for (const finding of await checkDamaged(go, sample)) expect(finding).toMatchObject({ isRight: true })
  })

  test('with a cosignature, which Python verifies', async () => {
    for (const finding of await checkCosigned(go, sample)) expect(finding).toMatchObject({ isRight: true })
  })

  test('of 32 days with tiles on two levels: every pair is consistent', async () => {
    const output = join(folder, 'written')
    putLog(output, createLog(32))
    const copied = copyLog(output, join(folder, 'copied'))
    expect(await go(copied.log)).toMatchObject({ days: 32, consistent_pairs: (33 * 32) / 2, size: 32 * 301 })
  })
})
