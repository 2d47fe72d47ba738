import { parseEvents, type StreamEvent } from './event_stream.ts'
import { readStoredJson, storeJson, tryParseJson } from './probe_body.ts'
import { toBodyFailure } from './probe_failure.ts'

/** The events of a stream that were read until now. */
export interface RelayedEvents {
  /** Its messages, as they are stored. */
  messages: unknown[]
  /** The address that a stream of HTTP+SSE names for POSTs, or null. */
  endpoint: string | null
}

/** The connection that a relay reads. */
export interface RelaySource {
  chunks: AsyncIterable<Uint8Array>
  signal: AbortSignal
  /** Throws the reason when the connection is aborted. */
  wait<T>(task: Promise<T>): Promise<T>
  /** Called at each event. */
  onEvent(): void
  /** Called once, with the failure that ended the stream; with undefined at its end, or when its reader cancels. */
  onEnd(failure?: unknown): void
}

const MAX_ENDPOINT_CHARS = 2_048
const encoder = new TextEncoder()

/** Returns a message in the framing of `text/event-stream`. */
export const encodeMessage = (message: unknown): Uint8Array =>
  encoder.encode(`data: ${JSON.stringify(message)}\n\n`)

/** Returns the event by which a stream of HTTP+SSE names its address for POSTs. */
export const encodeEndpoint = (endpoint: string): Uint8Array =>
  encoder.encode(`event: endpoint\ndata: ${endpoint}\n\n`)

/**
 * Relays an event stream: its messages and the event `endpoint` are read as they are asked for, and collected in
 * `relayed`. Comments, other events and what is no JSON are left out.
 */
export function relayEvents(source: RelaySource, relayed: RelayedEvents): ReadableStream<Uint8Array> {
  const events = parseEvents(source.chunks)
  let isOver = false
  const end = (failure?: unknown) => {
    if (isOver) return
    isOver = true
    source.onEnd(failure)
  }
  return new ReadableStream(
    {
      start(controller) {
        source.signal.addEventListener('abort', () => {
          end(source.signal.reason)
          controller.error(source.signal.reason)
        })
      },
      async pull(controller) {
        try {
          const frame = await source.wait(readFrame(events, source, relayed))
          if (isOver) return
          if (frame !== null) return controller.enqueue(frame)
          controller.close()
          end()
        } catch (error) {
          const failure = source.signal.aborted ? error : toBodyFailure(error)
          controller.error(failure)
          end(failure)
        }
      },
      cancel: () => end(),
    },
    { highWaterMark: 0 },
  )
}

/** Reads on to the next event of interest; null at the end. */
async function readFrame(events: AsyncIterator<StreamEvent>, source: RelaySource, relayed: RelayedEvents) {
  for (;;) {
    const { value: event, done } = await events.next()
    if (done) return null
    source.onEvent()
    const message = event.name === 'message' ? tryParseJson(event.data) : undefined
    if (message !== undefined) return relayMessage(message, relayed)
    if (event.name !== 'endpoint' || relayed.endpoint !== null) continue
    relayed.endpoint = event.data.replace(/[^!-~]/g, '').slice(0, MAX_ENDPOINT_CHARS)
    return encodeEndpoint(relayed.endpoint)
  }
}

function relayMessage(message: unknown, relayed: RelayedEvents): Uint8Array {
  // In a list, as it is stored at the end.
  const { bytes, order } = storeJson([message])
  const [stored] = readStoredJson(bytes, order) as unknown[]
  relayed.messages.push(stored)
  return encodeMessage(stored)
}
