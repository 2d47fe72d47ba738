/** One event of a `text/event-stream`. */
export interface StreamEvent {
  /** `message` where the event has no name. */
  name: string
  data: string
}

/** Parses an event stream as it arrives, by the WHATWG rules; comments, ids and events without data are dropped. */
export async function* parseEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  let name = ''
  let data: string[] = []
  for await (const line of splitLines(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { name: name || 'message', data: data.join('\n') }
      name = ''
      data = []
      continue
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
}

/** A line may end with CR, LF or both, and be cut anywhere. A last one without an end is dropped, as the rules say. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let endsWithCr = false
  for await (const chunk of chunks) {
    let text = decoder.decode(chunk, { stream: true })
    if (text === '') continue
    if (endsWithCr && text.startsWith('\n')) text = text.slice(1)
    endsWithCr = text === '' ? false : text.endsWith('\r')
    const lines = text.split(/\r\n|\r|\n/)
    for (const line of lines.slice(0, -1)) {
      yield parts.join('') + line
      parts = []
    }
    parts.push(lines.at(-1) ?? '')
  }
}
