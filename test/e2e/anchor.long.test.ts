import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishWhileDown } from '../../lab/e2e/anchor/publish.ts'
import { type AnchorSetup, startAnchorSetup } from '../../lab/e2e/anchor/stand.ts'
import {
  DOWN,
  down,
  forgotten,
  killThere,
  listSpots,
  manyAtOnce,
  nonceTaken,
  spedUp,
  tryLostTransaction,
} from '../../lab/e2e/anchor/trials.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { findAnvil } from '../kit/payments/anvil.ts'
import type { Finding } from '../kit/payments/trials.ts'

const anvil = await findAnvil()

describe.skipIf(anvil === null)('anchors on a local chain (needs anvil)', () => {
  const output = mkdtempSync(join(tmpdir(), 'assay-anchor-'))
  let stand: AnchorSetup
  beforeAll(async () => {
    stand = (await startAnchorSetup(output)) as AnchorSetup
  })
  afterAll(async () => {
    await stand?.close()
    rmSync(output, { recursive: true, force: true })
  })

  const right = async (found: Promise<Finding>) => expect(await found).toMatchObject({ isRight: true })

  test('killed as it sends, before and after the chain has it, and with a torn line: one transaction', async () => {
    const { send } = await listSpots(stand)
    expect(send).toBeGreaterThan(0)
    await right(killThere(stand, { call: send - 1, side: 'after' }))
    await right(killThere(stand, { call: send, side: 'before' }))
    await right(killThere(stand, { call: send, side: 'after' }))
    await right(killThere(stand, { call: send, side: 'before' }, true))
  })

  test('four at once: one writes, the others say so', () => right(manyAtOnce(stand, 4)))

  test.each([
    ['lost by the node', tryLostTransaction],
    ['its nonce used by another transaction', nonceTaken],
    ['sent again by hand', spedUp],
    ['forgotten by the node', forgotten],
  ])('%s: one transaction has the digest', (_, trial) => right(trial(stand)))

  test('a chain that is down: pending, then anchored when it is back', async () => {
    await right(down(stand, 'cannot be reached', 'closed'))
    for (const [name, rule] of Object.entries(DOWN).slice(0, 1)) await right(down(stand, name, rule))
  })

  test('a run publishes while an anchor waits for a chain that never answers, and shows it when it is back', async () => {
    const findings = await inTemporaryFolder((folder) => publishWhileDown(stand, folder))
    expect(findings.filter(({ isRight }) => !isRight)).toEqual([])
  }, 300_000)

  test('days of a chain that was down are all written when it is back', async () => {
    const days = [stand.addDay(), stand.addDay()]
    const nowhere = { ANCHOR_RPC_URL: 'http://127.0.0.1:9' }
    for (const { date } of days) expect((await stand.anchor(['--day', date], nowhere)).code).toBe(3)
    const { anchors } = await stand.anchor(['--wait', '5'])
    expect(anchors.map(({ date }) => date)).toEqual(days.map(({ date }) => date))
    for (const day of days) expect(await stand.countTransactions(day)).toBe(1)
  })

  test('another chain than the one that is meant, and one that is too dear, get nothing', async () => {
    const day = stand.addDay()
    const other = await stand.anchor([], { ANCHOR_CHAIN: 'eip155:84532' })
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('serves chain 31337')])
    const dear = await stand.anchor(['--max-fee-gwei', '0.000000001'])
    expect([dear.code, dear.anchors.at(-1)?.reason]).toEqual([3, expect.stringContaining('--max-fee-gwei')])
    expect(await stand.countTransactions(day)).toBe(0)
  })
})
