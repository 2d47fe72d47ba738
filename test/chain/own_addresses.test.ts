import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { filterVariables } from '../../core/settings/variables.ts'
import { chains } from '../../pipeline/catalog/chains.ts'
import { listOwnAddresses } from '../../pipeline/chain/own_addresses.ts'
import { fetchViaOwn } from '../../pipeline/http/upstream_base.ts'

const PORTAL = 'https://portal.sqd.dev/datasets'

/** The addresses and headers that are really sent. */
async function send(env: Record<string, string>, ...urls: string[]) {
  const sent: [string, string | null][] = []
  const fetch = fetchViaOwn(listOwnAddresses(chains, env), async (input, init) => {
    sent.push([String(input), new Headers(init?.headers).get('x-api-key')])
    return new Response()
  })
  for (const url of urls) await fetch(url, { headers: { accept: 'application/json' } })
  return sent
}

describe('a portal of one’s own', () => {
  const stream = '/base-mainnet/stream?max_chunks=4'

  it.each(['https://own.example/key', 'https://own.example/key/', 'https://own.example/key/datasets'])(
    'is asked in place of the public one: %s',
    async (SQD_PORTAL_URL) => {
      const sent = await send({ SQD_PORTAL_URL, SQD_PORTAL_API_KEY: 'secret' }, PORTAL + stream)
      expect(sent).toEqual([[`https://own.example/key/datasets${stream}`, 'secret']])
    },
  )

  it('gets its key, and nobody else does', async () => {
    const others = [
      'https://portal.sqd.dev.example/datasets/x',
      'https://mainnet.base.org',
      'https://portal.sqd.dev/x',
    ]
    const sent = await send({ SQD_PORTAL_API_KEY: 'secret' }, PORTAL + stream, ...others)
    expect(sent).toEqual([[PORTAL + stream, 'secret'], ...others.map((url) => [url, null])])
  })
})

describe('a node of one’s own', () => {
  it.each(chains.filter(({ kind }) => kind === 'evm').map((chain) => [chain.name, chain] as const))(
    'is asked in place of the public one of %s, by its setting',
    async (_, { nodeSetting = '', rpc: [node = ''] }) => {
      const own = 'https://own.example/key'
      expect(await send({ [nodeSetting]: own }, node, `${node}/other`)).toEqual([
        [own, null],
        [`${node}/other`, null],
      ])
    },
  )

  it('has a setting that is a variable of the environment, and each such variable a chain', () => {
    const nodes = filterVariables(({ isPassedOn }) => isPassedOn === true)
      .map(([name]) => name)
      .filter((name) => name.endsWith('_RPC_URL'))
    expect(chains.flatMap(({ nodeSetting }) => nodeSetting ?? []).sort()).toEqual(nodes.sort())
  })

  it.each(['.github/workflows/daily.yml', 'compose.yaml'])('is passed on by %s', (file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const names = chains.flatMap(({ nodeSetting }) => nodeSetting ?? [])
    for (const name of [...names, 'SQD_PORTAL_URL', 'SQD_PORTAL_API_KEY'])
      expect(text).toContain(` ${name}: `)
  })
})
