/**
 * A response whose body was read to its end: its text is at hand, and a stream is made of it only for who asks for one,
 * since that costs more than the rest of an answer.
 */
export class WholeResponse extends Response {
  readonly wholeText: string
  readonly finalUrl: string
  stream: ReadableStream<Uint8Array> | null = null

  constructor(text: string, init: ResponseInit, finalUrl: string) {
    super(null, init)
    this.wholeText = text
    this.finalUrl = finalUrl
  }
}

function openStream(this: WholeResponse): ReadableStream<Uint8Array> | null {
  if (this.wholeText !== '') this.stream ??= new Blob([this.wholeText]).stream()
  return this.stream
}

// The types of a response have no accessors, which a class could override.
Object.defineProperties(WholeResponse.prototype, {
  url: { get: getUrl },
  body: { get: openStream },
  text: { value: readText },
  json: { value: readJson },
})

function getUrl(this: WholeResponse): string {
  return this.finalUrl
}

async function readText(this: WholeResponse): Promise<string> {
  return this.wholeText
}

async function readJson(this: WholeResponse): Promise<unknown> {
  return JSON.parse(this.wholeText)
}
