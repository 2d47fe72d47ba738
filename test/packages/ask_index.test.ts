import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fetchAgents, fetchHandles } from '../../packages/action/ask_index.ts'
import { serving } from './asked.ts'

const row = (handle: string, key: string, kind = 'strong') => `${JSON.stringify({ handle, kind, key })}\n`

/** An index whose table of keys is sent so. */
const indexSending = (send: (response: ServerResponse) => void): Promise<string> =>
  serving((request, response) => {
    if (request.url?.endsWith('.ndjson')) send(response)
    else response.writeHead(404).end()
  })

test('a key that several agents have is of none, and ties and cut keys count for nothing', async () => {
  const long = `endpoint:https://host.example/${'x'.repeat(300)}`
  const text =
    row('good', 'package:npm/good') +
    row('other', 'package:npm/Good') +
    row('good', 'package:oci/docker.io/library/x:1') +
    row('evil', 'package:oci/x:2') +
    row('evil', 'package:pypi/tied', 'tie') +
    row('evil', long)
  const url = await indexSending((response) => response.end(text))
  const keys = ['package:npm/good', 'package:oci/x', 'package:pypi/tied', long]
  expect([...(await fetchHandles(url, new Set(keys)))]).toEqual([
    ['package:npm/good', 'good'],
    ['package:oci/x', null],
  ])
})

test('a packed table is read as it comes, and a line without end is refused', async () => {
  const rows = Array.from({ length: 50_000 }, (_, i) => row(`a-${i}`, `package:npm/a-${i}`)).join('')
  const url = await serving((request, response) => {
    if (request.url?.endsWith('.gz')) response.end(gzipSync(rows))
    else response.writeHead(404).end()
  })
  expect((await fetchHandles(url, new Set(['package:npm/a-49999']))).get('package:npm/a-49999')).toBe(
    'a-49999',
  )
  const endless = await indexSending((response) => response.end('x'.repeat(2 ** 17)))
  await expect(fetchHandles(endless, new Set(['a']))).rejects.toThrow(/a line of .* more than 65536/)
  const broken = await indexSending((response) => {
    response.writeHead(200, { 'content-length': '999' }).write('{', () => response.destroy())
  })
  await expect(fetchHandles(broken, new Set(['a']))).rejects.toThrow(/cannot be reached/)
})

test('an answer about agents that is none, too long, or from elsewhere is refused', async () => {
  const none = await serving((_, response) => response.end('{"type":"bulk_agents"}'))
  await expect(fetchAgents(none, ['a'])).rejects.toThrow(/no Assay index/)
  const empty = await serving((_, response) => response.end('null'))
  await expect(fetchAgents(empty, ['a'])).rejects.toThrow(/no Assay index/)
  const long = await serving((_, response) => response.end(Buffer.alloc(2 ** 24 + 1, ' ')))
  await expect(fetchAgents(long, ['a'])).rejects.toThrow(/more than 16777216 bytes/)
  const elsewhere = await serving((_, response) => {
    response.writeHead(302, { location: `${none}/x` }).end()
  })
  await expect(fetchAgents(elsewhere, ['a'])).rejects.toThrow(/redirects to/)
})
