import { createSocket, type RemoteInfo } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

const A = 1
const AAAA = 28
const RESPONSE = 0x8180
const POINTER_TO_QUESTION = 0xc00c
const TTL_SECONDS = 60

/** An answer of a name server: addresses (empty: none of that kind), a code such as 2 or 3, or no answer at all. */
export interface NameAnswer {
  ips?: string[]
  /** 2: the server failed; 3: there is no such name; 5: refused. */
  code?: number
  afterMs?: number
  /** It never answers. */
  isSilent?: boolean
}

/** A name server on loopback that replies as `answer` does; its queries, and the address to give a resolver. */
async function nameServer(answer: (name: string, kind: 'A' | 'AAAA') => NameAnswer, port = 0) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  const waiting = new Set<NodeJS.Timeout>()
  socket.on('message', (message, from) => {
    const { name, type, end } = parseQuestion(message)
    const kind = type === AAAA ? 'AAAA' : 'A'
    asked.push(`${kind} ${name}`)
    const { ips = [], code = 0, afterMs = 0, isSilent = false } = answer(name, kind)
    if (isSilent) return
    const reply = replyTo(message.subarray(0, end), type, ips, code)
    if (afterMs === 0) return send(reply, from)
    const timer = setTimeout(() => send(reply, from), afterMs)
    waiting.add(timer)
  })
  const send = (reply: Buffer, { port: to, address }: RemoteInfo) => socket.send(reply, to, address)
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve))
  const close = () => {
    for (const timer of waiting) clearTimeout(timer)
    socket.close()
  }
  return { asked, close, address: `127.0.0.1:${(socket.address() as AddressInfo).port}` }
}

/** The same for a test, closed at its end; concurrent tests pass their own `onTestFinished`. */
export async function testNameServer(
  answer: (name: string, kind: 'A' | 'AAAA') => NameAnswer,
  atEnd: typeof onTestFinished = onTestFinished,
) {
  const server = await nameServer(answer)
  atEnd(server.close)
  return server
}

/** The one question of a query, and the offset of its end. */
function parseQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function replyTo(question: Buffer, type: number, ips: string[], code: number): Buffer {
  const header = Buffer.from(question)
  header.writeUInt16BE(RESPONSE | code, 2)
  header.writeUInt16BE(ips.length, 6)
  header.writeUInt16BE(0, 8)
  header.writeUInt16BE(0, 10)
  return Buffer.concat([header, ...ips.map((ip) => encodeRecord(type, ip))])
}

function encodeRecord(type: number, ip: string): Buffer {
  const data = type === A ? Buffer.from(ip.split('.').map(Number)) : sixteenBytes(ip)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(POINTER_TO_QUESTION, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(TTL_SECONDS, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** The 16 bytes of an address written in full, or with one `::`. */
function sixteenBytes(ip: string): Buffer {
  const [left = [], right = []] = ip
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
