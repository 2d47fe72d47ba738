import { UnixFS } from 'ipfs-unixfs'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { create } from 'multiformats/hashes/digest'
import { describe, expect, it } from 'vitest'
import { parseIpfsAddress } from '../../pipeline/ipfs/address.ts'
import { GATEWAYS } from '../../pipeline/ipfs/gateways.ts'
import { readIpfsFiles } from '../../pipeline/ipfs/read_files.ts'
import {
  type NamedBlock,
  toFolder,
  toOlderBlock,
  toRawBlock,
  unixFsBlock,
} from '../../sample/agents/blocks.ts'
import { fakeHttp } from '../sources/recorded_http.ts'
import { type Fault, gatewaysWith, toHosts } from './network.ts'

const TEXT = '{"name":"Sample"}'
const FILE = toRawBlock(Buffer.from(TEXT))
const ALTERED = { body: TEXT.replace('S', 'T') }
const plain = (count: number) =>
  Array.from({ length: count }, (_, index) => toRawBlock(Buffer.from(`{"name":"Sample ${index}"}`)))

const parseAddresses = (uris: string[]) => uris.flatMap((uri) => parseIpfsAddress(uri) ?? [])

/** The result at each address: the file's text, or the reason for none. */
async function read(uris: string[], blocks: NamedBlock[], fault?: Fault) {
  const http = gatewaysWith(blocks, fault)
  const files = await readIpfsFiles(http, parseAddresses(uris))
  const said = [...files.values()].map((file) =>
    file.outcome === 'ok' ? Buffer.from(file.bytes).toString() : file.outcome,
  )
  const from = [...files.values()].map((file) => ('from' in file ? file.from.url : null))
  return { said, from, asked: http.asked }
}

describe('a file', () => {
  it('is asked for as a block that can be checked, by its CID alone', async () => {
    const sent: unknown[] = []
    const http = fakeHttp((url, options) => {
      sent.push([url.replace(/^https:\/\/[^/]+/, ''), options.headers])
      return { body: FILE.bytes }
    })
    await readIpfsFiles(http, parseAddresses([`ipfs://${FILE.cid}`]))
    const headers = { accept: 'application/vnd.ipld.raw', 'accept-encoding': 'identity' }
    expect(sent).toEqual([[`/ipfs/${FILE.cid}?format=raw`, headers]])
  })

  const folder = toFolder({ 'agent.json': FILE, other: toRawBlock(Buffer.from('{}')) })
  const newer = unixFsBlock(new UnixFS({ type: 'file', data: Buffer.from(TEXT) }))
  const older = toOlderBlock(Buffer.from(TEXT))
  it.each<[string, string, NamedBlock[], NamedBlock]>([
    ['is a raw block', `ipfs://${FILE.cid}`, [FILE], FILE],
    ['is written with ipfs twice', `IPFS://ipfs/${FILE.cid}/`, [FILE], FILE],
    ['is in UnixFS under an older CID', `ipfs://${older.cid}`, [older], older],
    ['is in UnixFS under a newer CID', `ipfs://${newer.cid}`, [newer], newer],
    ['stands in a folder', `ipfs://${folder.cid}/agent.json`, [folder, FILE], FILE],
    [
      'stands in a folder in a folder',
      `ipfs://${toFolder({ a: folder }).cid}/a/agent.json`,
      [toFolder({ a: folder }), folder, FILE],
      FILE,
    ],
  ])('%s, and its own block is what is cited', async (_, uri, blocks, last) => {
    const { said, from } = await read([uri], blocks)
    expect(said).toEqual([TEXT])
    expect(from[0]).toContain(`/ipfs/${last.cid}?format=raw`)
  })

  const noNode = Buffer.from('\u{1}no node')
  const damaged = { cid: CID.createV0(create(0x12, toRawBlock(noNode).cid.multihash.digest)), bytes: noNode }
  const inTwoBlocks = unixFsBlock(new UnixFS({ type: 'file' }), { '': FILE, second: FILE })
  const link = unixFsBlock(new UnixFS({ type: 'symlink', data: Buffer.from('agent.json') }))
  it.each<[string, string, NamedBlock[], string]>([
    ['a name that a folder lacks', `ipfs://${folder.cid}/Agent.json`, [folder, FILE], 'not_found'],
    ['a folder itself', `ipfs://${folder.cid}`, [folder, FILE], 'not_found'],
    ['a name in a file', `ipfs://${FILE.cid}/agent.json`, [FILE], 'not_found'],
    ['a file of two blocks', `ipfs://${inTwoBlocks.cid}`, [inTwoBlocks, FILE], 'not_observed'],
    ['a link to a name', `ipfs://${link.cid}`, [link], 'not_observed'],
    ['what is no UnixFS', `ipfs://${damaged.cid}`, [damaged], 'not_observed'],
    ['a block that nobody has', `ipfs://${FILE.cid}`, [], 'not_observed'],
  ])('is %s: %s', async (_, uri, blocks, outcome) => {
    expect((await read([uri], blocks)).said).toEqual([outcome])
  })

  it('with a hash that cannot be checked is not requested', async () => {
    const other = CID.createV1(raw.code, create(0xb220, FILE.cid.multihash.digest))
    const { said, asked } = await read([`ipfs://${other}`, `ipfs://${FILE.cid}`], [FILE])
    expect(said.toSorted()).toEqual(['not_observed', TEXT])
    expect(asked).toHaveLength(1)
  })

  it.each([
    'ipfs://',
    'ipfs://bafysample',
    'ipfs://ipfs',
    'https://ipfs.io/ipfs/x',
    `ipfs://${FILE.cid}/..%2fa`,
  ])('%s names none', (uri) => expect(parseIpfsAddress(uri)).toBeNull())

  it('is asked for once, however often and in whatever way it is named', async () => {
    const newest = older.cid.toV1()
    const { asked } = await read(
      [`ipfs://${older.cid}`, `ipfs://${newest}`, `ipfs://ipfs/${newest}`],
      [older],
    )
    expect(asked).toHaveLength(1)
  })
})

describe('the gateways', () => {
  it('come first in turn, each as often as it allows', async () => {
    const blocks = plain(2_000)
    const { asked } = await read(
      blocks.map(({ cid }) => `ipfs://${cid}`),
      blocks,
    )
    const shares = GATEWAYS.map((host) => toHosts(asked).filter((text) => text === host).length / 2_000)
    for (const [index, share] of [1.9, 1.6, 0.9, 4.8].entries())
      expect(shares[index]).toBeCloseTo(share / 9.2, 1)
  })

  it('are asked one after the other until one gives the file as its CID names it', async () => {
    const { asked } = await read([`ipfs://${FILE.cid}`], [])
    const order = toHosts(asked)
    expect(order.toSorted()).toEqual(GATEWAYS.toSorted())
    for (const fault of [ALTERED, { status: 404, body: '' }, { status: 403, body: '' }, 'silent'] as const)
      for (const bad of [1, 2, 3]) {
        const wrong = order.slice(0, bad)
        const result = await read([`ipfs://${FILE.cid}`], [FILE], (host) =>
          wrong.includes(host) ? fault : undefined,
        )
        expect(result.said).toEqual([TEXT])
        expect(toHosts(result.from as string[])).toEqual([order[bad]])
      }
    const { said } = await read([`ipfs://${FILE.cid}`], [FILE], () => ALTERED)
    expect(said).toEqual(['not_observed'])
  })

  it('are left alone for the day once one answers none of eight', async () => {
    const blocks = plain(1_500)
    const uris = blocks.map(({ cid }) => `ipfs://${cid}`)
    const [dead] = GATEWAYS
    const { said, asked } = await read(uris, blocks, (host) => (host === dead ? 'silent' : undefined))
    expect(said.filter((text) => text.includes('Sample'))).toHaveLength(1_500)
    expect(toHosts(asked).filter((host) => host === dead)).toHaveLength(8)
  })

  it('say nothing of a file when none of them answers, and what was read before stays', async () => {
    const blocks = plain(1_500)
    const uris = blocks.map(({ cid }) => `ipfs://${cid}`)
    expect(await read(uris, blocks, () => 'silent')).toMatchObject({ said: [] })
    expect(await read(uris.slice(0, 3), blocks, () => 'silent')).toMatchObject({ said: [] })
    let left = 700
    const { said, asked } = await read(uris, blocks, () => (left-- > 0 ? undefined : 'silent'))
    expect(said).toHaveLength(700)
    expect(new Set(said)).not.toContain('not_observed')
    expect(asked.length).toBeLessThan(1_500)
  })
})
