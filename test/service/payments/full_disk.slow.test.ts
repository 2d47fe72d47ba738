import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StateDatabase } from '../../../serving/service/store/database.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { parseBody, signed, startInstance, USUAL_CALL, USUAL_PRICE } from './paid_world.ts'
import { TokenWorld } from './token_world.ts'

const BYTES = 12 * 2 ** 20
// Of one call that is served: each statement of the ledger, and each call to the outside, has one before and after it.
const STEPS = 28

let folder: string
/** Null where this user may not mount a disk. */
let db: StateDatabase | null = null
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return
  }
  db = await openStore({ stateFile: join(folder, 'service.sqlite'), databaseUrl: null })
})
afterAll(async () => {
  await db?.close()
  if (db !== null) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

const filler = () => join(folder, 'filler')

/** Leaves no whole block of the disk. */
function fill(): void {
  for (let bytes = BYTES; bytes >= 1; bytes = Math.floor(bytes / 2))
    try {
      writeFileSync(filler(), Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      // As much as there was room for is written.
    }
}

test('a disk that is full from any step of a payment on: paid once and served once, or nothing taken', async ({
  skip,
}) => {
  if (db === null) return skip('this user may not mount a disk')
  const seen: [number, number, number][] = []
  for (let fullFrom = 0; fullFrom < STEPS; fullFrom += 1) {
    const world = new TokenWorld()
    const payment = signed(world, USUAL_PRICE)
    let steps = 0
    const service = startInstance({
      ...{ world, db, made: [] },
      step: async () => {
        if (steps === fullFrom) fill()
        steps += 1
      },
    })
    const { status } = await service.ask(USUAL_CALL, payment)
    rmSync(filler(), { force: true })
    const movedThen = world.listTransfers(payment).length
    if (status === 200) expect([fullFrom, movedThen]).toEqual([fullFrom, 1])
    world.pass(61_000)
    const restarted = startInstance({ world, db, made: [] })
    await restarted.reconcile()
    const reply = await restarted.ask(USUAL_CALL, payment)
    expect([fullFrom, reply.status, parseBody(reply).endpoint]).toEqual([fullFrom, 200, 'agent_history'])
    expect(world.transfers).toHaveLength(1)
    expect(await restarted.ledger.newest('served', 100)).toHaveLength(fullFrom + 1)
    seen.push([fullFrom, status, movedThen])
  }
  // At first nothing is taken, then it is paid and owed, then served.
  expect(new Set(seen.map(([, status, moved]) => `${status} ${moved}`))).toEqual(
    new Set(['503 0', '503 1', '200 1']),
  )
}, 120_000)
