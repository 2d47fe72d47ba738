const GATE_STATUS = new Set([401, 402, 403, 407])
/** An answer of which this is a part is one that asks for credentials; a longer text is about something else. */
const GATE_TEXT =
  /bearer|unauthori[sz]ed|unauthenticated|authentication|api[ _-]?key|access[ _-]?token|credentials|log ?in|sign ?in|payment required/i
const MAX_GATE_CHARS = 2_000

/** Returns the answers of JSON-RPC in a body: a message, a batch, or the events of a stream. */
export function readAnswers(text: string): Record<string, unknown>[] {
  const whole = parseOrNull(text)
  const events = whole === null ? text.split(/\r?\n\r?\n|\r\r/).map(readEventData) : [whole]
  return events.flat().filter(isAnswer)
}

/** True once a body holds an answer: a stream may go on for ever. */
export const hasAnswer = (text: string): boolean => readAnswers(text).length > 0

/** True for an answer that asks for credentials or a payment, by its status or its words. */
export const isGate = ({ status, text }: { status: number; text: string }): boolean =>
  GATE_STATUS.has(status) || ((status === 400 || status === 422) && !/<html/i.test(text) && saysGate(text))

/** True for words that ask for credentials or a payment. */
export const saysGate = (text: string): boolean => text.length <= MAX_GATE_CHARS && GATE_TEXT.test(text)

/** Returns the JSON in a text, or null. */
export function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const readEventData = (event: string): unknown =>
  parseOrNull(
    event
      .split(/\r\n|\r|\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length))
      .join('\n'),
  )

const isAnswer = (message: unknown): message is Record<string, unknown> =>
  typeof message === 'object' &&
  message !== null &&
  'jsonrpc' in message &&
  !('method' in message) &&
  ('result' in message || 'error' in message)
