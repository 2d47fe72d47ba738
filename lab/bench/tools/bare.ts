import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The least that a server in Node does with a POST: it reads the body and answers with the bytes and headers that
 * another server gave to the same body. Called with the address of that server and a file with one body a line; it
 * prints its own address. A body that is not in the file is answered with the answers to the others in turn.
 */
const [from = '', list = ''] = process.argv.slice(2)

interface StoredAnswer {
  headers: Record<string, string>
  body: Buffer
}

const answers = new Map<string, StoredAnswer>()
for (const [at, body] of readFileSync(list, 'utf8').trimEnd().split('\n').entries()) {
  const address = `10.255.${at >> 8}.${at & 255}`
  const response = await fetch(from, { method: 'POST', body, headers: { 'x-forwarded-for': address } })
  if (response.status !== 200) throw new Error(`the answer to ${body} is ${response.status}`)
  const { date: _date, connection: _connection, ...rest } = Object.fromEntries(response.headers)
  const { 'keep-alive': _alive, 'transfer-encoding': _encoding, ...headers } = rest
  answers.set(body, { headers, body: Buffer.from(await response.arrayBuffer()) })
}
const all = [...answers.values()]
let count = 0

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const [only] = parts
    const body = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
    const found = answers.get(body.toString()) ?? all[count++ % all.length]
    response.writeHead(200, found?.headers)
    response.end(found?.body)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
