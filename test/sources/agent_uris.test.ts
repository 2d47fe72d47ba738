import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { base16 } from 'multiformats/bases/base16'
import { base58btc } from 'multiformats/bases/base58'
import { base64url } from 'multiformats/bases/base64'
import { describe, expect, it } from 'vitest'
import source from '../../pipeline/sources/erc8004_files.ts'
import { toOlderBlock, toRawBlock } from '../../sample/agents/blocks.ts'
import { gatewaysWith } from '../ipfs/network.ts'
import { fetchAll, selectRows } from './context.ts'
import { registered } from './given_agents.ts'
import { fakeGuarded, type Reply } from './recorded_http.ts'

const FILE = '{"name":"Kurier Ü","description":"Moves parcels, 100% on time"}'
const BYTES = Buffer.from(FILE)
const BASE64 = BYTES.toString('base64')
const JSON_64 = 'data:application/json;base64'
const BLOCK = toRawBlock(BYTES)
const OLDER = toOlderBlock(BYTES)
const CID = BLOCK.cid
const V0 = String(OLDER.cid)

/** Two bytes for each character, the first of them the greater, after the mark that says so. */
const utf16be = Buffer.from(`\uFEFF${FILE}`, 'utf16le').swap16()
const latin1 = Buffer.from('{"name":"Kurier Ü"}', 'latin1').toString('base64')

/** An address as it is on the chain, its outcome, and its scheme. */
const SHAPES: [label: string, uri: string, outcome: string, scheme: string][] = [
  ['base64', `${JSON_64},${BASE64}`, 'ok', 'data'],
  ['base64 without its padding', `${JSON_64},${BASE64.replace(/=+$/, '')}`, 'ok', 'data'],
  ['base64 with its padding in percent signs', `${JSON_64},${BASE64.replaceAll('=', '%3D')}`, 'ok', 'data'],
  ['base64 with lines', `${JSON_64},${BASE64.replace(/.{20}/g, '$&\n')}`, 'ok', 'data'],
  ['base64 in the letters of addresses', `${JSON_64},${BYTES.toString('base64url')}`, 'ok', 'data'],
  ['base64 with a charset', `data:application/json;charset=utf-8;base64,${BASE64}`, 'ok', 'data'],
  ['base64 that is not said', `data:application/json,${BASE64}`, 'ok', 'data'],
  ['base64 by itself', BASE64, 'ok', 'data'],
  ['base64 without data:', `application/json;base64,${BASE64}`, 'ok', 'data'],
  ['base64 in capitals', `DATA:APPLICATION/JSON;BASE64,${BASE64}`, 'ok', 'data'],
  ['base64 after a mark', `${JSON_64},${Buffer.from(`\uFEFF${FILE}`).toString('base64')}`, 'ok', 'data'],
  ['base64 of UTF-16', `${JSON_64},${utf16be.toString('base64')}`, 'ok', 'data'],
  [
    'base64 of UTF-16, the other way round',
    `${JSON_64},${Buffer.from(`\uFEFF${FILE}`, 'utf16le').toString('base64')}`,
    'ok',
    'data',
  ],
  ['base64 of another charset', `data:application/json;charset=iso-8859-1;base64,${latin1}`, 'ok', 'data'],
  [
    'gzip',
    `data:application/json;enc=gzip;level=6;base64,${gzipSync(FILE).toString('base64')}`,
    'ok',
    'data',
  ],
  ['gzip that is not said', `${JSON_64},${gzipSync(FILE).toString('base64')}`, 'ok', 'data'],
  [
    'gzip as a type of its own',
    `data:application/gzip;base64,${gzipSync(FILE).toString('base64')}`,
    'ok',
    'data',
  ],
  [
    'deflate',
    `data:application/json;enc=deflate;base64,${deflateSync(FILE).toString('base64')}`,
    'ok',
    'data',
  ],
  [
    'brotli',
    `data:application/json;enc=br;base64,${brotliCompressSync(FILE).toString('base64')}`,
    'ok',
    'data',
  ],
  ['JSON by itself', FILE, 'ok', 'data'],
  ['JSON after spaces and a mark', ` \n\uFEFF${FILE} `, 'ok', 'data'],
  ['JSON in percent signs by itself after a brace', `{${encodeURIComponent(FILE.slice(1))}`, 'ok', 'data'],
  ['JSON after data:', `data:${FILE}`, 'ok', 'data'],
  ['JSON with a bare percent sign', `data:application/json,${FILE}`, 'ok', 'data'],
  ['JSON in percent signs', `data:application/json;utf8,${encodeURIComponent(FILE)}`, 'ok', 'data'],
  ['JSON that says base64', `${JSON_64},${FILE}`, 'ok', 'data'],
  ['JSON in percent signs that says base64', `${JSON_64},${encodeURIComponent(FILE)}`, 'ok', 'data'],
  ['no type', `data:,${encodeURIComponent(FILE)}`, 'ok', 'data'],
  [
    'a bomb',
    `${JSON_64},${gzipSync(`{"name":"${'x'.repeat(2_000_000)}"}`).toString('base64')}`,
    'error',
    'data',
  ],
  ['half a gzip', `${JSON_64},${gzipSync(FILE).subarray(0, 30).toString('base64')}`, 'error', 'data'],
  ['what is no JSON', `${JSON_64},${Buffer.from('{broken').toString('base64')}`, 'error', 'data'],
  ['JSON that ends too early', FILE.slice(0, -1), 'error', 'data'],
  ['a list', `data:application/json,[${FILE}]`, 'error', 'data'],
  ['nothing after the comma', 'data:application/json;base64,', 'error', 'data'],
  ['no comma', 'data:application/json', 'error', 'data'],
  ['a wallet', `0x${'2'.repeat(40)}`, 'not_found', 'other'],
  ['a path of nobody', 'undefined/agents/442/agent-card/v1', 'not_found', 'other'],
  ['words', 'coming soon', 'not_found', 'other'],
  ['nothing', '', 'not_found', 'none'],
  ['ipfs:', `ipfs://${CID}`, 'ok', 'ipfs'],
  ['ipfs: in capitals', `IPFS://${CID}`, 'ok', 'ipfs'],
  ['ipfs: with a query', `ipfs://${CID}?filename=agent.json`, 'ok', 'ipfs'],
  ['ipfs: with a mark', `ipfs://${CID}#v1`, 'ok', 'ipfs'],
  ['ipfs: twice', `ipfs://ipfs/${CID}`, 'ok', 'ipfs'],
  ['ipfs: with one slash', `ipfs:/${CID}`, 'ok', 'ipfs'],
  ['ipfs: before a gateway', `ipfs://https://ipfs.io/ipfs/${CID}`, 'ok', 'ipfs'],
  ['a path of IPFS', `/ipfs/${CID}`, 'ok', 'ipfs'],
  ['a path of IPFS without its slash', `ipfs/${CID}`, 'ok', 'ipfs'],
  ['a CID', String(CID), 'ok', 'ipfs'],
  ['a CID of the older kind', V0, 'ok', 'ipfs'],
  ['a CID in capitals', String(CID).toUpperCase(), 'ok', 'ipfs'],
  ['a CID in hexadecimal', CID.toString(base16), 'ok', 'ipfs'],
  ['a CID in base58', CID.toString(base58btc), 'ok', 'ipfs'],
  ['a CID in base64', CID.toString(base64url), 'ok', 'ipfs'],
  ['a gateway', `https://ipfs.io/ipfs/${CID}`, 'ok', 'https'],
  ['a gateway with a query', `https://gateway.sample.example/ipfs/${V0}?token=abc`, 'ok', 'https'],
  ['a gateway of a host for each CID', `https://${CID}.ipfs.dweb.link/`, 'ok', 'https'],
  ['a gateway at home', `http://127.0.0.1:8080/ipfs/${CID}`, 'ok', 'other'],
]

const noHosts = fakeGuarded(() => undefined)

describe('the file that an agent names', () => {
  it.each(SHAPES)('by %s', async (_, uri, outcome, scheme) => {
    const http = gatewaysWith([BLOCK, OLDER])
    const given = { known: { erc8004_identity: [registered('1', uri)] } }
    const [row] = selectRows(await fetchAll(source, http, given, noHosts))
    expect(row).toMatchObject({ outcome, scheme })
    if (outcome === 'ok') expect(row).toMatchObject({ name: 'Kurier Ü' })
    expect(noHosts.asked).toEqual([])
  })
})

describe('a file that is named by the address of a gateway', () => {
  const gateway = `https://ipfs.io/ipfs/${CID}`

  async function read(uri: string, reply: Reply) {
    const guarded = fakeGuarded(() => reply)
    const given = { known: { erc8004_identity: [registered('1', uri)] } }
    const { observations } = await fetchAll(source, gatewaysWith([]), given, guarded)
    return { ...observations[0], asked: guarded.asked }
  }

  it('is visited there where no gateway of ours has it', async () => {
    const { row, from, asked } = await read(gateway, { body: { name: 'Visited' } })
    expect(row).toMatchObject({ outcome: 'ok', name: 'Visited' })
    expect(from).toMatchObject({ url: gateway })
    expect(asked).toEqual([gateway])
  })

  it.each([429, 404, 500])(
    'is not observed where that gateway says %s: no fault of the agent',
    async (status) => {
      expect((await read(gateway, { status, body: '' })).row).toMatchObject({
        outcome: 'not_observed',
        name: null,
      })
    },
  )

  it('is not visited at a gateway that was asked for the block, nor without https', async () => {
    for (const uri of [`https://gateway.pinata.cloud/ipfs/${CID}`, `http://ipfs.io/ipfs/${CID}`])
      expect(await read(uri, { body: {} })).toMatchObject({ asked: [], row: { outcome: 'not_observed' } })
  })

  it('is read again where all that is known of it is a visit', async () => {
    const uri = `https://gateway.pinata.cloud/ipfs/${CID}`
    const events = ['1', '2'].map((id) => registered(id, uri))
    const visited = { ...registered('1', uri), outcome: 'ok', name: 'Unchecked', source_url: uri }
    const given = { known: { erc8004_identity: events, erc8004_files: [visited] } }
    const rows = selectRows(await fetchAll(source, gatewaysWith([BLOCK]), given, noHosts))
    expect(rows.map(({ agent_id, name }) => [agent_id, name])).toContainEqual(['2', 'Kurier Ü'])
  })
})
