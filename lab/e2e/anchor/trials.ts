import { readFileSync, truncateSync } from 'node:fs'
import { CONFIRMATIONS } from '../../../pipeline/anchor/step.ts'
import { anchorsFile, readAnchorEvents, readAnchors } from '../../../pipeline/log/anchors.ts'
import { killGroup } from '../../../test/kit/child.ts'
import type { Finding } from '../../../test/kit/payments/trials.ts'
import { honest, type Rule, rpcResult } from './node.ts'
import type { Anchored, AnchorSetup, Day } from './stand.ts'

const SEND = 'eth_sendRawTransaction'

/** Number of blocks after which a transaction is final, with one to spare. */
export const FINAL_BLOCKS = CONFIRMATIONS + 1

/** The point at which the command is killed: at the nth such call, before or after the chain receives it. */
export interface KillPoint {
  call: number
  side: 'before' | 'after'
}

/** All places at which a run that anchors a day asks its node for something. */
export async function listSpots(stand: AnchorSetup): Promise<{ spots: KillPoint[]; send: number }> {
  stand.addDay()
  stand.node.behave(honest)
  await stand.anchor()
  const calls = [...stand.node.calls]
  await settle(stand)
  const spots = calls.flatMap((_, call) => (['before', 'after'] as const).map((side) => ({ call, side })))
  return { spots, send: calls.indexOf(SEND) }
}

/** Killed there, run again, and run once more when its block is deep: one transaction, confirmed. */
export async function killThere(stand: AnchorSetup, spot: KillPoint, isTorn = false): Promise<Finding> {
  const day = stand.addDay()
  const ended = await killedAt(stand, spot)
  if (isTorn) tearLastLine(stand.output)
  stand.node.behave(honest)
  const again = await stand.anchor()
  const what = `killed ${spot.side} call ${spot.call} (${ended.method})${isTorn ? ', its line torn' : ''}, run again`
  return finding(stand, day, what, { isAsExpected: ended.signal === 'SIGKILL' && again.code === 3 })
}

async function killedAt(stand: AnchorSetup, { call, side }: KillPoint) {
  let method = 'none'
  let kill = () => {}
  stand.node.behave(async (name, forward) => {
    if (stand.node.calls.length - 1 !== call) return forward()
    method = name
    if (side === 'after') await forward()
    kill()
    return null
  })
  const started = stand.start()
  kill = () => killGroup(started)
  const { signal } = await started.ended
  return { signal, method }
}

/** As a kill in the middle of the write leaves it. */
function tearLastLine(output: string): void {
  const bytes = readFileSync(anchorsFile(output))
  const start = bytes.lastIndexOf('\n', bytes.length - 2) + 1
  truncateSync(anchorsFile(output), Math.floor((start + bytes.length) / 2))
}

/** Runs copies at once: one writes, the others report that it does. */
export async function manyAtOnce(stand: AnchorSetup, copies: number): Promise<Finding> {
  const day = stand.addDay()
  stand.node.behave(async (method, forward) => {
    if (method === SEND) await new Promise((resolve) => setTimeout(resolve, 3000))
    return forward()
  })
  const ended = await Promise.all(Array.from({ length: copies }, () => stand.anchor()))
  const refused = ended.filter(
    ({ code, stderr }) => code === 1 && /another process \(\d+\) anchors/.test(stderr),
  )
  const isAsExpected = refused.length > 0 && ended.every(({ code }) => code === 1 || code === 3)
  return finding(stand, day, `${copies} at once, ${refused.length} of them refused`, { isAsExpected })
}

/** The node takes it and loses it: the same one is sent again. */
export async function tryLostTransaction(stand: AnchorSetup): Promise<Finding> {
  const day = stand.addDay()
  await loseTransaction(stand)
  const before = lastTransactionHash(stand, day)
  await stand.anchor()
  return finding(stand, day, 'lost by the node, run again', {
    isAsExpected: before === lastTransactionHash(stand, day),
  })
}

/** Its nonce goes to another transaction: a second one is signed when that one is final, and not before. */
export async function nonceTaken(stand: AnchorSetup): Promise<Finding> {
  const day = stand.addDay()
  await loseTransaction(stand)
  const { from: to, wallet } = stand
  const first = lastTransactionHash(stand, day)
  await wallet.sendTransaction({ to, value: 1n })
  const early = await stand.anchor()
  const isWaiting =
    describeAnchor(early, day).includes('its nonce went to another') &&
    lastTransactionHash(stand, day) === first
  await wallet.mine({ blocks: FINAL_BLOCKS })
  await stand.anchor()
  const isAsExpected = isWaiting && early.code === 3 && lastTransactionHash(stand, day) !== first
  return finding(stand, day, 'its nonce used by another transaction', { isAsExpected })
}

/** Its sender sends the same words with the same nonce for a higher fee: that one is the anchor. */
export async function spedUp(stand: AnchorSetup): Promise<Finding> {
  const day = stand.addDay()
  await loseTransaction(stand)
  const { from: to, wallet } = stand
  const hash = await wallet.sendTransaction({ to, data: `0x${day.digest}${day.checkpoint_sha256}` })
  await stand.anchor()
  const found = await finding(stand, day, 'sent again by hand for a higher fee', { isAsExpected: true })
  return {
    ...found,
    isRight: found.isRight && readAnchors(stand.output).get(day.digest)?.transaction_hash === hash,
  }
}

/** A node that has forgotten what is old: the block that used the nonce is looked for. */
export async function forgotten(stand: AnchorSetup): Promise<Finding> {
  const day = stand.addDay()
  stand.node.behave(honest)
  await stand.anchor()
  await stand.wallet.mine({ blocks: 200 })
  stand.node.behave((method, forward) => (/Receipt|ByHash/.test(method) ? rpcResult(null) : forward()))
  const { code } = await stand.anchor()
  return finding(stand, day, 'forgotten by the node, long mined', { isAsExpected: code === 0 })
}

async function loseTransaction(stand: AnchorSetup): Promise<void> {
  stand.node.behave((method, forward) => (method === SEND ? rpcResult(`0x${'00'.repeat(32)}`) : forward()))
  await stand.anchor()
  stand.node.behave(honest)
}

/** Each way of a chain to be down: pending, an exit code that says so, and an anchor when it is back. */
export async function down(stand: AnchorSetup, name: string, rule: Rule | 'closed'): Promise<Finding> {
  const day = stand.addDay()
  if (rule !== 'closed') stand.node.behave(rule)
  const ended = await stand.anchor([], rule === 'closed' ? { ANCHOR_RPC_URL: 'http://127.0.0.1:9' } : {})
  const status = readAnchors(stand.output).get(day.digest)?.anchor_status
  stand.node.behave(honest)
  await stand.anchor()
  const isAsExpected =
    ended.code === 3 && status === 'pending' && describeAnchor(ended, day).includes('chain')
  return finding(stand, day, `${name}: "${describeAnchor(ended, day)}"`, { isAsExpected })
}

/** Failures of a node that is reachable. */
export const DOWN: Record<string, Rule> = {
  'answers with a page': async () => '<html>502</html>',
  'does not find its own state': async () =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'missing trie node' } }),
  'answers nonsense': async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: { odd: true } }),
}

/** Makes what is on the chain deep, runs once more, and looks at chain and book. */
async function finding(
  stand: AnchorSetup,
  day: Day,
  what: string,
  { isAsExpected }: { isAsExpected: boolean },
): Promise<Finding> {
  const { code } = await settle(stand)
  const count = await stand.countTransactions(day)
  const status = readAnchors(stand.output).get(day.digest)?.anchor_status
  return {
    what,
    seen: `${count} on the chain, ${status}${isAsExpected ? '' : ', on the way not as expected'}`,
    isRight: isAsExpected && count === 1 && status === 'confirmed' && code === 0,
  }
}

async function settle(stand: AnchorSetup): Promise<Anchored> {
  await stand.wallet.mine({ blocks: FINAL_BLOCKS })
  stand.node.behave(honest)
  return stand.anchor()
}

/** The transaction that was signed last for a day. */
const lastTransactionHash = ({ output }: AnchorSetup, { digest }: Day): string | null => {
  const own = readAnchorEvents(output).filter((event) => event.digest === digest)
  return own.findLast((event) => event.event === 'signed')?.transaction_hash ?? null
}

const describeAnchor = ({ anchors }: Anchored, day: Day): string =>
  anchors.find(({ digest }) => digest === day.digest)?.reason ?? ''
