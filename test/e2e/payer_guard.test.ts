import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assay, readAnswer } from '../../packages/client/client.ts'
import { payingFetch } from '../../packages/client/pay.ts'
import { PROJECT } from '../kit/child.ts'
import { type LocalService, localService } from '../kit/local_service.ts'
import { findAnvil } from '../kit/payments/anvil.ts'
import { type PaymentSandbox, startPaymentSandbox } from '../kit/payments/stand.ts'
import { fundedWallet } from '../kit/payments/wallets.ts'
import { pythonWith } from '../kit/python.ts'
import { blocks } from '../pages.ts'
import { sampleOutput } from '../sample_output.ts'

// The code of docs/use/tutorials, unchanged.

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'assay-guard-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a block of a tutorial to a file; returns the path. */
function written(page: string, name: string, change: (text: string) => string = (text) => text): string {
  const found = blocks(`docs/use/tutorials/${page}`).find(({ what }) => what === name)
  if (found === undefined) throw new Error(`docs/use/tutorials/${page} has no block ${name}`)
  const file = join(folder, name)
  writeFileSync(file, change(found.text))
  return file
}

/** The handles of agents by their verdict. */
async function byVerdict(url: string, handles: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let at = 0; at < handles.length; at += 50) {
    const query = { handles: handles.slice(at, at + 50) }
    const { agents } = await readAnswer(assay({ url }).api.GET('/api/agents/bulk', { params: { query } }))
    for (const { handle, verdict } of agents) found.set(verdict, handle)
  }
  expect([...found.keys()].sort()).toEqual(['caution', 'proceed', 'reject'])
  return found
}

const BASE = 8453
const FUNDS = 1_000_000n
type GuardedFetch = (wallet: PrivateKeyAccount, handle: string, url: string) => typeof fetch

const anvil = await findAnvil()
describe.skipIf(anvil === null)('the guard in TypeScript on a local chain (needs anvil)', () => {
  let stand: PaymentSandbox
  let index: LocalService
  let guardedFetch: GuardedFetch
  let handles: Map<string, string>

  beforeAll(async () => {
    const output = await sampleOutput()
    const [paid, free] = [join(folder, 'paid'), join(folder, 'free')]
    for (const text of [paid, free]) mkdirSync(text)
    stand = (await startPaymentSandbox({ output, folder: paid, chainId: BASE })) as PaymentSandbox
    // The index that is queried and the seller are two services.
    index = await localService({ output, folder: free })
    handles = await byVerdict(index.url, index.handles)
    const file = written('payer.md', 'guard.ts', (text) =>
      text.replace(
        /'@assay\/client(?:\/(\w+))?'/g,
        (_, part = 'client') => `'${PROJECT}packages/client/${part}.ts'`,
      ),
    )
    ;({ guardedFetch } = (await import(pathToFileURL(file).href)) as { guardedFetch: GuardedFetch })
  }, 400_000)
  afterAll(async () => {
    await index?.close()
    await stand?.close()
  })

  /** The outcome of a call that costs five cents, and the amount paid for it. */
  async function buy(name: string, handle: string, url: string) {
    const wallet = await fundedWallet(stand.local.token, name, FUNDS)
    const before = await stand.local.token.balance(wallet.address)
    const seller = stand.sold.find(({ id }) => id === 'find_full') as (typeof stand.sold)[number]
    const status = await guardedFetch(
      wallet,
      handle,
      url,
    )(stand.url(seller)).then(
      (answer) => answer.status,
      (error: Error) => error.message,
    )
    return { status, paid: before - (await stand.local.token.balance(wallet.address)) }
  }

  test('an agent with the verdict "proceed" is paid', async () => {
    const handle = handles.get('proceed') ?? ''
    expect(await buy('guarded', handle, index.url)).toEqual({ status: 200, paid: 50_000n })
  })

  test.each(['caution', 'reject'])(
    'one with the verdict "%s" is not, and it is said why',
    async (verdict) => {
      const handle = handles.get(verdict) ?? ''
      const { status, paid } = await buy(`guarded ${verdict}`, handle, index.url)
      expect([paid, status]).toEqual([0n, expect.stringContaining(`${handle}: ${verdict}, `)])
    },
  )

  test('a client that pays buys what it asks for, up to its limit', async () => {
    const wallet = await fundedWallet(stand.local.token, 'client', FUNDS)
    const { origin } = new URL(stand.url(stand.sold[0] as (typeof stand.sold)[number]))
    const ask = (most: string) =>
      readAnswer(
        assay({ url: origin, fetch: payingFetch({ wallet, most }) }).api.GET('/api/agents/find/full', {
          params: { query: { q: 'weather', limit: 5 } },
        }),
      )
    await expect(ask('$0.04')).rejects.toThrow()
    expect(await stand.local.token.balance(wallet.address)).toBe(FUNDS)
    const { type, candidates } = await ask('$0.05')
    expect(type).toBe('find_full_result')
    // More than the free calls.
    expect(candidates.length).toBeGreaterThan(3)
    expect(await stand.local.token.balance(wallet.address)).toBe(FUNDS - 50_000n)
  })

  test('without an answer of the index nothing is paid', async () => {
    const unknown = await buy('guarded unknown', 'no-such-agent', index.url)
    expect([unknown.paid, unknown.status]).toEqual([0n, expect.stringContaining('is indexed')])
    const gone = await buy('guarded gone', handles.get('proceed') ?? '', 'http://127.0.0.1:1')
    expect([gone.paid, gone.status]).toEqual([0n, expect.stringContaining('cannot be reached')])
  })
})

const python = pythonWith('httpx')
describe.skipIf(python === null)('the recipes in Python (need httpx)', () => {
  let index: LocalService
  beforeAll(async () => {
    const state = join(folder, 'python')
    mkdirSync(state)
    index = await localService({ output: await sampleOutput(), folder: state })
  }, 400_000)
  afterAll(() => index?.close())

  /** The output of a Python program of these lines, beside the files of the tutorials. */
  const printed = async (...lines: string[]): Promise<string> =>
    (await run(python ?? '', ['-c', lines.join('\n')], { cwd: folder })).stdout

  test('the guard says yes to "proceed" alone', async () => {
    written('payer.md', 'guard.py')
    const handles = await byVerdict(index.url, index.handles)
    const asked = ['proceed', 'caution', 'reject'].map((verdict) => handles.get(verdict) ?? '')
    const calls = [...asked, 'no-such-agent', '../x'].map((handle) => `may_pay("${handle}", "${index.url}")`)
    const wrong = ['may_pay("a", "http://127.0.0.1:1")', `may_pay("a", "${index.url}/deep")`]
    const said = await printed('from guard import may_pay', `print(${[...calls, ...wrong].join(', ')})`)
    expect(said.trim()).toBe('True False False False False False False')
  })

  test('the client reads what the interface answers', async () => {
    written('python.md', 'assay.py')
    const said = await printed(
      'import json',
      'from assay import Assay, Refused',
      `index = Assay("${index.url}")`,
      'found = index.find("weather", alive=True, rails=["mcp", "x402"], category=None)',
      'print(json.dumps([found["type"], index.agent("weather-tools")["handle"],',
      '  [one["handle"] for one in index.compare("weather-tools", "snow-report")["agents"]]]))',
      'try:',
      '    index.verdict("weather-tool")',
      'except Refused as refused:',
      '    print(refused.status, refused, len(refused.body["suggestions"]) > 0)',
    )
    expect(said.split('\n')).toEqual([
      '["find_result", "weather-tools", ["weather-tools", "snow-report"]]',
      '404 No agent with the handle "weather-tool" is indexed. True',
      '',
    ])
  })

  test('the example runs', async () => {
    written('python.md', 'assay.py')
    const example = written('python.md', 'example.py', (text) =>
      text.replace('http://127.0.0.1:8787', index.url),
    )
    const { stdout } = await run(python ?? '', [example], { cwd: folder })
    expect(stdout).toMatch(
      /^(?:[\w-]+ (?:proceed|caution|reject) [\d.]+\n){1,3}(?:proceed|caution|reject)\n$/,
    )
  })
})
