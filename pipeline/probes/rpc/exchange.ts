import { parseEvents, type StreamEvent } from '../../http/guard/event_stream.ts'
import { classifyAnswer, isPage, readChunks, readText } from '../classify.ts'
import type { ProbeOutcome } from '../outcome.ts'
import { findAnswer, type JsonRpcAnswer } from './messages.ts'

/** An HTTP response to a request of JSON-RPC, read as far as it was needed. */
export interface RpcExchange {
  response: Response
  /** The body; empty for a stream of events. */
  text: string
  /** The answer in the body, under any status; null where there is none. */
  answer: JsonRpcAnswer | null
  /** True if the type of the body is neither JSON nor a stream of events. */
  isWrongType: boolean
}

/** Of one body, decompressed: lists of hundreds of tools are below 1 MB. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
/** An error that says why is short; words in a longer text are about something else. */
const MAX_ERROR_CHARS = 2_000

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\b/i
const EVENT_STREAM = /^text\/event-stream\b/i
const GATES = new Set([401, 402, 403, 407])
/** Statuses under which a body without JSON-RPC can say that it requires credentials. */
const BAD_REQUEST = new Set([400, 422])
/** Statuses of a proxy whose body says nothing of the server behind it. */
const PROXY_FAULT = new Set([429, 502, 503, 504])
const PARSE_ERROR = -32700
const GATE_WORDS =
  /\bbearer\b|\bunauthori[sz]ed\b|\bunauthenticated\b|\bnot (authenticated|authori[sz]ed|logged in)\b|\bauthenti?cation( is)? (required|needed|missing|failed)|\b(api[ _-]?key|token|credentials?|authorization( header)?|login|payment|subscription)s?( is| are)? (required|missing|needed|not provided)\b|\b(missing|invalid|no|provide|requires?)( an?| your| the| valid)* (api[ _-]?key|access[ _-]token|auth(entication|orization)?[ _-](token|header)|credentials)\b|\b(sign|log) in (first|to)\b/i

const readType = ({ headers }: Response): string => headers.get('content-type') ?? ''

/** True for a body of server-sent events. */
export const isEventStream = (response: Response): boolean => EVENT_STREAM.test(readType(response))

/** Reads a response until the answer to a request. A stream is closed after it. Throws ProbeFailure. */
export async function readExchange(response: Response, id: number): Promise<RpcExchange> {
  if (isEventStream(response)) {
    const answer = await findInStream(readEvents(response), id)
    return { response, text: '', answer, isWrongType: false }
  }
  const text = await readBodyText(response)
  return {
    response,
    text,
    answer: findAnswer(text, id),
    isWrongType: !JSON_TYPE.test(readType(response)),
  }
}

/** Yields the events of a stream; ending the iteration closes it. Throws ProbeFailure `malformed` beyond our bound. */
export const readEvents = (response: Response): AsyncGenerator<StreamEvent> =>
  parseEvents(readChunks(response, MAX_ANSWER_BYTES))

/** Reads events until the answer to a request; null if the stream ends before. */
async function findInStream(events: AsyncGenerator<StreamEvent>, id: number): Promise<JsonRpcAnswer | null> {
  for await (const { name, data } of events) {
    const answer = name === 'message' ? findAnswer(data, id) : null
    if (answer !== null) return answer
  }
  return null
}

/** Reads a body; where the status is an error it decides alone, and a body that cannot be read is empty. */
export async function readBodyText(response: Response): Promise<string> {
  const reading = readText(response, MAX_ANSWER_BYTES)
  return response.ok ? reading : reading.catch(() => '')
}

/** Returns the outcome of a request: `answers` for a result, and what the answer says of the server otherwise. */
export function judgeExchange({ response, text, answer, isWrongType }: RpcExchange): ProbeOutcome {
  if (answer?.result) return isWrongType ? 'wrong_protocol' : 'answers'
  if (answer?.error && !PROXY_FAULT.has(response.status)) {
    const { code, message } = answer.error
    const isGate = GATES.has(response.status) || (code !== PARSE_ERROR && saysGate(message))
    return isGate ? 'gated' : 'wrong_protocol'
  }
  const outcome = judgeResponse(response, text)
  const isUnread = outcome === 'wrong_protocol' && response.ok && !isWrongType && !isPage(response, text)
  return isUnread && !isJson(text) ? 'malformed' : outcome
}

/** Returns the outcome of an answer without JSON-RPC. */
export function judgeResponse(response: Response, text: string): ProbeOutcome {
  const outcome = classifyAnswer(response, text)
  if (outcome !== null) return outcome
  const isGate =
    GATES.has(response.status) ||
    (BAD_REQUEST.has(response.status) && !isPage(response, text) && saysGate(text))
  return isGate ? 'gated' : 'wrong_protocol'
}

const saysGate = (text: string): boolean => text.length <= MAX_ERROR_CHARS && GATE_WORDS.test(text)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
