import { classifyAnswer } from '../classify.ts'
import { isOfProber } from '../document.ts'
import type { ProbeOutcome } from '../outcome.ts'
import { ProbeFailure, type ProbeFetch } from '../protocol.ts'
import { judgeResponse, type RpcExchange, readExchange } from '../rpc/exchange.ts'
import { formatMessage } from '../rpc/messages.ts'
import { leavesHost } from '../site.ts'
import type { CardInterface } from './card.ts'

/** No agent gives this id to a task, and one that wants a UUID takes it for one. */
const NO_TASK = '00000000-0000-0000-0000-000000000000'
const REQUEST_ID = 1
/** Gates that count also where their body is JSON-RPC. */
const GATES = [401, 402, 403, 407]

/** The answer of a card's interface. */
export interface InterfaceAnswer {
  /** Of the agent: `card_only` where the interface neither speaks nor is gated, and could be measured. */
  outcome: ProbeOutcome
  /** HTTP status, or null without an answer. */
  status: number | null
  /** Of the interface by itself: a page is `wrong_protocol`. */
  seen: ProbeOutcome
  /** Code of the JSON-RPC error, or null. */
  code: number | null
}

/**
 * Asks a JSON-RPC interface for a task that cannot exist: any answer of JSON-RPC speaks, and nothing is set to work.
 * Throws ProbeFailure only where it may not be asked.
 */
export async function askForTask(to: CardInterface, fetch: ProbeFetch): Promise<InterfaceAnswer> {
  try {
    const response = await fetch(to.url.href, { method: 'POST', ...formatQuestion(to) })
    return readInterface(to, await readExchange(response, REQUEST_ID))
  } catch (error) {
    if (!(error instanceof ProbeFailure) || error.outcome === 'not_probed') throw error
    return toInterface(error.outcome, null, null)
  }
}

function formatQuestion({ version, tenant }: CardInterface) {
  const isOld = version.startsWith('0.')
  const params = { id: NO_TASK, ...(tenant !== null && !isOld && { tenant }) }
  return {
    body: formatMessage(REQUEST_ID, isOld ? 'tasks/get' : 'GetTask', params),
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'a2a-version': /^\d{1,3}\.\d{1,3}/.exec(version)?.[0] ?? '1.0',
    },
  }
}

function readInterface(to: CardInterface, exchange: RpcExchange): InterfaceAnswer {
  const { response, answer } = exchange
  const seen = leavesHost(to.url.href, response.url) ? 'wrong_protocol' : judgeInterface(exchange)
  const code = seen === 'answers' ? (answer?.error?.code ?? null) : null
  return toInterface(seen, response.status, Number.isSafeInteger(code) ? code : null)
}

function judgeInterface({ response, text, answer }: RpcExchange): ProbeOutcome {
  const outcome = classifyAnswer(response, text)
  if (answer === null || (outcome !== null && isOfProber(outcome))) return judgeResponse(response, text)
  return GATES.includes(response.status) ? 'gated' : 'answers'
}

const toInterface = (seen: ProbeOutcome, status: number | null, code: number | null): InterfaceAnswer => ({
  outcome: seen === 'answers' || seen === 'gated' || isOfProber(seen) ? seen : 'card_only',
  status,
  seen,
  code,
})
