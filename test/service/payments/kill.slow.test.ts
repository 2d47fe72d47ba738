import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  AuthorizationQuery,
  Listing,
  Payment,
  Terms,
} from '../../../serving/service/payments/payment.ts'
import { bundled } from '../../kit/bundled.ts'
import {
  parseBody,
  SAME_PRICE_CALL,
  signed,
  sqliteStore,
  startInstance,
  USUAL_CALL,
  USUAL_PRICE,
} from './paid_world.ts'
import { TokenWorld } from './token_world.ts'

const SERVICE = join(import.meta.dirname, 'killed_service.ts')
const STORE = join(import.meta.dirname, '../../../serving/service/store')

// It is started once for each step.
let service: Awaited<ReturnType<typeof bundled>>
beforeAll(async () => {
  service = await bundled(SERVICE, STORE)
})
afterAll(() => rmSync(service.folder, { recursive: true }))

interface Question {
  id?: number
  what: 'verify' | 'settle' | 'authorization' | 'unsettled'
  given: [Payment & AuthorizationQuery, Terms & string, Listing]
  status?: number
}

/** Runs one paid call in a process that kills itself at a step; gives the answer's status, or null when it died. */
function callAndKill(world: TokenWorld, stateFile: string, payment: Payment, deathAt: number) {
  const { facilitator, chain } = world.parties(async () => {})
  const parties = { ...facilitator, ...chain }
  const given = JSON.stringify({ stateFile, payment, target: USUAL_CALL, deathAt })
  return new Promise<number | null>((resolve, reject) => {
    const child = fork(service.file, [given])
    let status: number | null = null
    child.on('error', reject)
    child.on('message', async (question: Question) => {
      if (question.status !== undefined) {
        status = question.status
        child.kill()
        return
      }
      const found = await parties[question.what](...question.given)
      const value = 'balance' in found ? { ...found, balance: String(found.balance) } : found
      // It may be dead by now: then nobody hears it.
      child.send({ id: question.id, value }, () => {})
    })
    child.on('exit', () => resolve(status))
  })
}

// A step is before and after each statement of the ledger, and each call to the outside.
const STEPS: [string, number][] = [
  ['the claim', 5],
  ['the verdict', 7],
  ['the claim of its id', 9],
  ['its place was taken', 11],
  ['the chain was asked', 15],
  ['the answer was made', 16],
  ['the answer was kept', 18],
  ['the settlement was asked for', 19],
  ['money moved', 20],
  ['the chain showed it', 22],
  ['that was noted', 24],
  ['its place was freed', 26],
  ['it was noted as served', 28],
  ['all of it', 29],
]

test.concurrent.each(STEPS)(
  'kill -9 after %s, a new start, the call again: paid once, served once',
  async (what, deathAt) => {
    const { db, file, close } = await sqliteStore()
    const world = new TokenWorld()
    const payment = signed(world, USUAL_PRICE)
    const status = await callAndKill(world, file, payment, deathAt)
    expect(status).toBe(what === 'all of it' ? 200 : null)
    world.pass(61_000)
    const restarted = startInstance({ world, db, made: [] })
    await restarted.reconcile()
    const reply = await restarted.ask(USUAL_CALL, payment)
    expect([reply.status, parseBody(reply).endpoint]).toEqual([200, 'agent_history'])
    expect(world.transfers).toMatchObject([{ from: payment.authorization.from, value: USUAL_PRICE }])
    expect(await restarted.ledger.newest(null, 2)).toMatchObject([{ state: 'served' }])
    expect((await restarted.ask(SAME_PRICE_CALL, payment)).status).toBe(409)
    await close()
  },
)
