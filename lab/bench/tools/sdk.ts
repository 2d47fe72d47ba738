import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type CallToolResult,
  createMcpHandler,
  fromJsonSchema,
  type JsonSchemaType,
  McpServer,
} from '@modelcontextprotocol/server'
import { argumentsSchema } from '../../../core/interface/parameter_schema.ts'
import { TOOLS } from '../../../core/interface/tools.ts'

/**
 * The handler of the official SDK with one tool, whose result is fetched once from another server and stored.
 * Arguments: the address of that server and the body of a call; prints its own address.
 */
const [from = '', call = ''] = process.argv.slice(2)
const toolAnswer = (await (await fetch(from, { method: 'POST', body: call })).json()) as {
  result: CallToolResult
}
const { name } = (JSON.parse(call) as { params: { name: string } }).params
const tool = TOOLS.find((tool) => tool.name === name)
if (tool === undefined) throw new Error(`there is no tool ${name}`)

const { title, description } = tool
// Once: it is compiled for milliseconds.
const inputSchema = fromJsonSchema(argumentsSchema(tool.arguments) as object as JsonSchemaType)
const handler = createMcpHandler(() => {
  const made = new McpServer({ name: 'bench', version: '1.0.0' })
  made.registerTool(name, { title, description, inputSchema }, () => toolAnswer.result)
  return made
})

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const server = createServer(async (request, response) => {
  const body = await readBody(request)
  const headers = Object.entries(request.headers).map(([key, value]): [string, string] => [
    key,
    String(value),
  ])
  const url = `http://127.0.0.1${request.url}`
  const answer = await handler.fetch(
    new Request(url, { method: 'POST', headers, body: new Uint8Array(body) }),
  )
  const bytes = Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': bytes.length })
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
