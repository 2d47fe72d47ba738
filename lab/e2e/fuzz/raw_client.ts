import { connect, type Socket } from 'node:net'

/** The bytes sent over one connection. */
export interface RawRequest {
  bytes: Buffer
  method: string
  /** One request whose end the server can see; the rest is sent on a connection of its own, which then ends. */
  isWhole: boolean
  /** Number of answers to wait for, however long the server pauses between them; 0 without it. */
  expected?: number
  /** A short description without any values. */
  label: string
}

/** One of the answers. Text has a character for each byte. */
export interface Reply {
  status: number
  head: string
  body: string
}

/** The answers to one request. */
export interface Answer {
  /** Without the interim ones (1xx); none when the connection ended without a word. */
  replies: Reply[]
  /** All that came back. */
  text: string
  ms: number
  /** True if waiting was given up after a timeout. */
  isLate: boolean
}

const MAX_WAIT_MS = 25_000
/** Timeouts for a server that did not get one whole request: before its first byte, and after an answer. */
const MAX_SILENCE_MS = 150
const SILENCE_MS = 40
const CHUNKED = /^transfer-encoding: *chunked/im

/** A client that sends bytes as they are, and uses a connection again where that is allowed. */
export class RawClient {
  readonly #port: number
  #kept: Socket | null = null

  constructor(port: number) {
    this.#port = port
  }

  async ask(asked: RawRequest): Promise<Answer> {
    const start = performance.now()
    const kept = asked.isWhole && isOpen(this.#kept) ? this.#kept : null
    if (kept !== null) this.#kept = null
    let got = await this.#send(asked, kept)
    // A kept connection may have been closed by the server before anything was sent.
    if (kept !== null && got.text === '' && !got.isLate) got = await this.#send(asked, null)
    const { text, isLate } = got
    return { text, isLate, replies: repliesIn(got, asked.method), ms: performance.now() - start }
  }

  close(): void {
    this.#kept?.destroy()
    this.#kept = null
  }

  async #send(asked: RawRequest, kept: Socket | null): Promise<Got> {
    const socket = kept ?? connect({ port: this.#port, host: '127.0.0.1', allowHalfOpen: true })
    const got = await exchange(socket, asked)
    const isOver = !isOpen(socket) || /^connection: *close/im.test(got.text)
    if (asked.isWhole && got.isDone && !isOver) this.#kept = socket
    else socket.destroy()
    return got
  }
}

/** A server may have ended a connection while nobody used it. */
const isOpen = (socket: Socket | null): socket is Socket =>
  socket !== null && !socket.readableEnded && !socket.destroyed

interface Got {
  text: string
  isDone: boolean
  /** True if this side closed its half first: a server may then drop the rest of an answer. */
  isEndedHere: boolean
  isLate: boolean
}

/** Writes, and reads until the answer is whole, the connection ends, or time is up. */
function exchange(socket: Socket, { bytes, method, isWhole, expected = 0 }: RawRequest): Promise<Got> {
  return new Promise((resolve) => {
    let text = ''
    let end: number | null = null
    let isEndedHere = false
    const done = (isLate: boolean) => {
      clearTimeout(timer)
      clearTimeout(quiet)
      socket.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close')
      resolve({ text, isDone: end === text.length, isEndedHere, isLate })
    }
    const timer = setTimeout(() => done(true), MAX_WAIT_MS)
    // A server may drop what it has not answered yet when the other side ends: it is left some time for that.
    const endAfter = (ms: number) =>
      setTimeout(() => {
        isEndedHere = true
        socket.end()
      }, ms)
    let quiet = isWhole || expected > 0 ? undefined : endAfter(MAX_SILENCE_MS)
    socket.removeAllListeners('error').on('error', () => {})
    socket.on('close', () => done(false)).on('end', () => done(false))
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1')
      if (!isWhole) {
        clearTimeout(quiet)
        quiet = isIncomplete(text, method, expected) ? undefined : endAfter(SILENCE_MS)
        return
      }
      end ??= findEnd(text, method)
      if (end !== null && text.length >= end) done(false)
    })
    socket.write(bytes)
  })
}

/** True if an answer is incomplete, or fewer arrived than expected. */
function isIncomplete(text: string, method: string, expected: number): boolean {
  let answers = 0
  for (let at = 0; at < text.length; answers += 1) {
    const end = findEnd(text, answers === 0 ? method : 'GET', at)
    if (end === null || end > text.length) return true
    at = end
  }
  return answers < expected
}

/** Returns the end of the answer that starts at `from`, or null if it is not known yet. */
function findEnd(text: string, method: string, from = 0): number | null {
  const headEnd = text.indexOf('\r\n\r\n', from)
  if (headEnd < 0) return null
  const head = text.slice(from, headEnd)
  const start = headEnd + 4
  const status = parseStatus(head)
  if (status >= 100 && status < 200) return findEnd(text, method, start)
  if (method === 'HEAD' || status === 204 || status === 304) return start
  const [, length] = /^content-length: *(\d+)/im.exec(head) ?? []
  if (length !== undefined) return start + Number(length)
  return CHUNKED.test(head) ? endOfChunks(text, start) : start
}

function endOfChunks(text: string, from: number): number | null {
  const lineEnd = text.indexOf('\r\n', from)
  if (lineEnd < 0) return null
  const size = Number.parseInt(text.slice(from, lineEnd), 16)
  const next = lineEnd + 2 + size + 2
  if (size === 0) return next
  return next > text.length ? null : endOfChunks(text, next)
}

const parseStatus = (head: string): number => Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0)

/** A body without the marks of its chunks. */
function joinChunks(head: string, sent: string): string {
  if (!CHUNKED.test(head)) return sent
  let body = ''
  for (let at = 0; at < sent.length; ) {
    const lineEnd = sent.indexOf('\r\n', at)
    const size = Number.parseInt(sent.slice(at, lineEnd), 16)
    if (lineEnd < 0 || !(size > 0)) break
    body += sent.slice(lineEnd + 2, lineEnd + 2 + size)
    at = lineEnd + 2 + size + 2
  }
  return body
}

/** Parses the answers, without one that this side cut off; one that cannot be parsed has status 0. */
function repliesIn({ text, isEndedHere }: Got, method: string): Reply[] {
  const replies: Reply[] = []
  let at = 0
  while (at < text.length) {
    const full = findEnd(text, replies.length === 0 ? method : 'GET', at) ?? text.length + 1
    if (full > text.length && isEndedHere) return replies
    const end = Math.min(full, text.length)
    const [head = '', ...rest] = text.slice(at, end).split('\r\n\r\n')
    const interim = /^HTTP\/1\.1 1\d\d /.test(head)
    const [own = '', ...body] = interim ? rest : [head, ...rest]
    replies.push({ status: parseStatus(own), head: own, body: joinChunks(own, body.join('\r\n\r\n')) })
    at = end
  }
  return replies
}
