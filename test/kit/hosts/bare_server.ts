import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The least that a server in Node does: it has every answer in memory, headers and bytes as another server gave them,
 * and looks it up by path and query. Called with the address of that server and a file with one target a line; it
 * prints its own address. A third argument is the Pro key for the other server.
 */
const [from = '', list = '', key = ''] = process.argv.slice(2)
const answers = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>()
for (const target of readFileSync(list, 'utf8').trimEnd().split('\n')) {
  // Raw bytes: fetch would decompress the body, and leave its length in the headers.
  const headers = { 'accept-encoding': 'identity', ...(key === '' ? {} : { 'x-api-key': key }) }
  const response = await fetch(from + target, { headers })
  const {
    date: _date,
    connection: _connection,
    'keep-alive': _alive,
    ...given
  } = Object.fromEntries(response.headers)
  answers.set(target, {
    status: response.status,
    headers: given,
    body: Buffer.from(await response.arrayBuffer()),
  })
}

const server = createServer((request, response) => {
  const target = request.url ?? '/'
  // Removes only the parameter that the load adds to make a call new.
  const mark = target.indexOf('&new=')
  const found = answers.get(mark < 0 ? target : target.slice(0, mark))
  response.writeHead(found?.status ?? 404, found?.headers)
  response.end(found?.body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
