import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentKeyText, KEYS_HEAD, keyPath, payeePairText, payeeText } from '../../core/keys/key_files.ts'
import { parseKeys } from '../../core/keys/parse_keys.ts'
import type { Way } from '../../core/keys/ways.ts'
import { KeyFiles } from '../../pipeline/artifacts/search/key_files.ts'
import { describeUnknown, readPayments } from '../../serving/handler/keys/key_words.ts'
import { findKey } from '../../serving/handler/keys/resolve_key.ts'
import { matchWallet } from '../../serving/handler/keys/wallet_match.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'

const [WALLET, OTHER, PAYEE] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
]
const HEAD = {
  chains: [{ chain: 'eip155:8453', name: 'Base' }],
  unpaid: 'Not paid on Base in the 4 days to 2026-03-22',
  window: 'in the 4 days to 2026-03-22',
}

/** Owners of keys: `alder` is the best known, `imposter` looks like it. */
const OWNERS: [key: string, handle: string, way: Way][] = [
  ['https://alder.example', 'alder', 'host'],
  ['https://alder.example', 'imposter', 'imitating'],
  ['https://alder.example/pay', 'thief', 'declared'],
  ['https://shared.example/a', 'birch', 'declared'],
  ['https://shared.example', 'birch', 'declared'],
  ['https://shared.example', 'cedar', 'declared'],
  [WALLET, 'alder', 'quote'],
  [WALLET, 'cedar', 'owner'],
  ['eip155:8453/7', 'birch', 'id'],
]

function givenRelease(): ServedRelease {
  const files = new KeyFiles((text) => createHash('sha256').update(text).digest('hex'))
  for (const [key, handle, way] of OWNERS)
    for (const read of parseKeys(key).keys.filter(
      ({ kind }, at) => at === 0 || (kind === 'host' && !key.includes('/', 8)),
    ))
      files.addOwner(agentKeyText(read), { handle, way }, handle === 'alder' ? 0 : 9)
  files.add(payeeText(PAYEE), '0 12 34')
  files.add(payeePairText('host', 'alder.example'), 'q')
  files.add(payeePairText('host', 'alder.example', WALLET), 'q eip155:8453')
  files.add(payeePairText('host', 'alder.example', OTHER), 'l eip155:8453')
  const { count, parts } = files.build()
  const handles = ['alder', 'birch', 'cedar', 'imposter', 'thief', 'erc8004-8453-7']
  const texts = new Map([
    [KEYS_HEAD, JSON.stringify({ files: count, ...HEAD })],
    ...parts.map(([file, body]) => [keyPath(file), body] as const),
    ...handles.map((handle) => [`agents/${handle}.json`, JSON.stringify({ handle })] as const),
  ])
  return new ServedRelease({
    id: 'x',
    manifestSha256: '',
    about: { date: '2026-03-22', world: 'sample', base_url: 'https://assay.example' },
    read: async (_side, path) => {
      const text = texts.get(path)
      return text === undefined
        ? null
        : { bytes: new TextEncoder().encode(text), contentType: '', sha256: path }
    },
  })
}

const release = givenRelease()
const chosen = async (key: string) => (await findKey(release, key)).owner?.handle ?? null
const listed = async (key: string) => (await findKey(release, key)).owners.map(({ handle }) => handle)

test.each([
  ['alder', 'alder'],
  ['https://assay.example/agents/alder', 'alder'],
  ['http://www.alder.example/', 'alder'],
  ['alder.example/some/path', 'alder'],
  [WALLET, 'alder'],
  ['8453:7', 'birch'],
  ['https://shared.example/a', 'birch'],
  ['https://nobody.example', null],
])('%s names %s', async (key, handle) => {
  expect(await chosen(key)).toBe(handle)
})

test('an address that somebody else declares stays with the host that is proven', async () => {
  expect(await chosen('https://alder.example/pay')).toBe('alder')
  expect(await listed('https://alder.example/pay')).toContain('thief')
})

test('of several owners none is chosen, and what looks like another is listed last', async () => {
  expect(await chosen('https://shared.example')).toBeNull()
  expect(await listed('https://shared.example')).toEqual(['birch', 'cedar'])
  expect((await listed('alder.example')).at(-1)).toBe('imposter')
})

test('a handle that is spelt like the id of another agent names neither', async () => {
  expect(await chosen('erc8004-8453-7')).toBeNull()
  expect(await listed('erc8004-8453-7')).toEqual(['erc8004-8453-7', 'birch'])
})

test('a handle is looked up once for a release, and nothing else that callers send is kept', async () => {
  expect(await findKey(release, 'alder')).toBe(await findKey(release, 'alder'))
  for (const text of ['https://alder.example/x', 'erc8004-8453-7', 'nobody'])
    expect(await findKey(release, text)).not.toBe(await findKey(release, text))
})

test('what is said of a wallet without an agent is what was read of it', async () => {
  const describe = async (wallet: string) => {
    const { keys } = parseKeys(wallet)
    return describeUnknown(release, keys, await readPayments(release, keys))
  }
  expect(await describe(PAYEE)).toMatch(
    /^Paid on Base in the 4 days to 2026-03-22 by 12 wallets \(34 payments\)/,
  )
  expect(await describe(OTHER)).toBe(`${HEAD.unpaid}, and named by no record that we read.`)
})

test.each([
  [WALLET, 'quoted_by_host'],
  [`eip155:8453:${WALLET}`, 'quoted_by_host'],
  [`base:${WALLET}`, 'quoted_by_host'],
  [`eip155:137:${WALLET}`, 'other'],
  [OTHER, 'listed_only'],
  [PAYEE, 'other'],
])('the wallet %s at a host is %s', async (wallet, match) => {
  expect(await matchWallet(release, wallet, await findKey(release, 'https://alder.example/x'), 'alder')).toBe(
    match,
  )
})

test('where no wallet is known, none can be another', async () => {
  expect(await matchWallet(release, WALLET, await findKey(release, 'cedar'), 'cedar')).toBe('unknown')
})
