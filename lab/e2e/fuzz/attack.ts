import { findFaults, type Secrets } from './examine.ts'
import { type Answer, RawClient, type RawRequest } from './raw_client.ts'

/** Settings of an attack. */
export interface AttackOptions {
  port: number
  requests: number
  /** The request of this number. */
  request(at: number): RawRequest
  secrets: Secrets
  /** Connections at the same time. */
  connections: number
  /** Told after each request. */
  done?(count: number): void
  /** Waited for before each request; false ends the attack. */
  pace?(): Promise<boolean>
}

/** A fault, and how often it was seen. */
export interface FaultSeen {
  what: string
  times: number
  /** The first bytes of a request that shows it. */
  example: string
}

/** The result of an attack. */
export interface AttackResult {
  /** Status → answers; 0 stands for requests that got none. */
  statuses: Map<number, number>
  faults: FaultSeen[]
  /** The slowest answers to whole requests, the slowest first. */
  slowest: { ms: number; label: string }[]
  seconds: number
}

const SLOWEST = 5
const EXAMPLE_BYTES = 400

/** Sends all requests over some connections, and looks at every answer. */
export async function attack(options: AttackOptions): Promise<AttackResult> {
  const { port, requests, request, secrets, connections, done = () => {}, pace } = options
  const start = performance.now()
  const statuses = new Map<number, number>()
  const faults = new Map<string, FaultSeen>()
  let slowest: AttackResult['slowest'] = []
  let next = 0
  let finished = 0
  const addAnswer = (asked: RawRequest, answer: Answer) => {
    for (const status of answer.replies.length === 0 ? [0] : answer.replies.map((reply) => reply.status))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    for (const what of findFaults(asked, answer, secrets)) note(faults, what, asked)
    const last = slowest.at(-1)?.ms ?? 0
    if (asked.isWhole && (slowest.length < SLOWEST || answer.ms > last))
      slowest = [...slowest, { ms: answer.ms, label: asked.label }]
        .sort((a, b) => b.ms - a.ms)
        .slice(0, SLOWEST)
  }
  const work = async () => {
    const client = new RawClient(port)
    while (next < requests && (pace === undefined || (await pace()))) {
      const asked = request(next++)
      addAnswer(asked, await client.ask(asked))
      done(++finished)
    }
    client.close()
  }
  await Promise.all(Array.from({ length: connections }, work))
  return { statuses, faults: [...faults.values()], slowest, seconds: (performance.now() - start) / 1000 }
}

function note(faults: Map<string, FaultSeen>, fault: string, { bytes, label }: RawRequest): void {
  const what = `${fault} (${label})`
  const seen = faults.get(what)
  const example = bytes.subarray(0, EXAMPLE_BYTES).toString('latin1')
  faults.set(what, seen === undefined ? { what, times: 1, example } : { ...seen, times: seen.times + 1 })
}
