import type { AttackResult, FaultSeen } from '../fuzz/attack.ts'
import type { Secrets } from '../fuzz/examine.ts'
import { type Answer, RawClient } from '../fuzz/raw_client.ts'
import type { Sent } from './any_message.ts'
import { judgeAnswer } from './judge.ts'
import { parsed } from './parsed.ts'

/** Settings of an assault. */
export interface AssaultOptions {
  port: number
  messages: number
  /** The message of this number. */
  message(at: number): Sent
  secrets: Secrets
  /** Connections at the same time. */
  connections: number
  /** Called with each answer, in order of arrival: its result, or undefined without one. */
  answered?(sent: Sent, answer: Answer, result: unknown): void
}

/** Its result: that of an attack, and the number of answers by error code; 0 stands for a result. */
export interface Assaulted extends AttackResult {
  codes: Map<number, number>
}

const SLOWEST = 5
const EXAMPLE_BYTES = 600

/** Sends all messages over some connections, and judges every answer. */
export async function assault(options: AssaultOptions): Promise<Assaulted> {
  const { port, messages, message, secrets, connections, answered = () => {} } = options
  const start = performance.now()
  const seen: Assaulted = { statuses: new Map(), codes: new Map(), faults: [], slowest: [], seconds: 0 }
  let next = 0
  const work = async () => {
    const client = new RawClient(port)
    while (next < messages) {
      const sent = message(next++)
      const answer = await client.ask(sent.asked)
      const body = parsed(answer.replies[0]?.body ?? '')
      count(seen.statuses, answer.replies[0]?.status ?? 0)
      if (body?.jsonrpc === '2.0') count(seen.codes, errorCode(body))
      for (const fault of judgeAnswer(sent, answer, secrets)) note(seen.faults, fault, sent)
      seen.slowest = slowest(seen.slowest, { ms: answer.ms, label: sent.asked.label })
      answered(sent, answer, body?.result)
    }
    client.close()
  }
  await Promise.all(Array.from({ length: connections }, work))
  return { ...seen, seconds: (performance.now() - start) / 1000 }
}

const count = (counts: Map<number, number>, key: number): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + 1)

const errorCode = ({ error }: Record<string, unknown>): number =>
  Number((error as { code?: unknown } | undefined)?.code ?? 0)

function slowest(
  before: AttackResult['slowest'],
  next: AttackResult['slowest'][number],
): AttackResult['slowest'] {
  if (before.length === SLOWEST && next.ms <= (before.at(-1)?.ms ?? 0)) return before
  return [...before, next].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
}

function note(faults: FaultSeen[], fault: string, { asked: { bytes, label } }: Sent): void {
  const what = `${fault} (${label})`
  const seen = faults.find((fault) => fault.what === what)
  if (seen !== undefined) seen.times += 1
  else faults.push({ what, times: 1, example: bytes.subarray(0, EXAMPLE_BYTES).toString('latin1') })
}
