import { expect, test } from 'vitest'
import { parseKeys } from '../../core/keys/parse_keys.ts'

const first = (text: string): string => {
  const [key] = parseKeys(text).keys
  return key === undefined
    ? 'none'
    : `${key.kind} ${key.value}${key.chain === undefined ? '' : ` on ${key.chain}`}`
}

const WALLET = '0xAbCdefabcdefabcdefabcdefabcdefabcdefABCD'
const LOWER = WALLET.toLowerCase()
const REGISTRY = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'

test.each([
  [WALLET, `wallet ${LOWER}`],
  [` "${WALLET}" `, `wallet ${LOWER}`],
  [`eip155:8453:${WALLET}`, `wallet ${LOWER} on eip155:8453`],
  [`base:${WALLET}`, `wallet ${LOWER} on base`],
  [`wallet:eip155:8453/${WALLET}`, `wallet ${LOWER} on eip155:8453`],
  ['oVm88JJY53rXFnpkeicRPssUZKXYoMjuT1Q9uv55aHD7', 'wallet oVm88JJY53rXFnpkeicRPssUZKXYoMjuT1Q9uv55aHD7'],
  ['eip155:8453/0123', 'erc8004 eip155:8453/123'],
  ['8453:123', 'erc8004 eip155:8453/123'],
  ['erc8004-8453-123', 'erc8004 eip155:8453/123'],
  [`eip155:8453:${REGISTRY}:123`, `erc8004 eip155:8453:${REGISTRY.toLowerCase()}/123`],
  [
    `{"agentId":123,"agentRegistry":"eip155:8453:${REGISTRY}"}`,
    `erc8004 eip155:8453:${REGISTRY.toLowerCase()}/123`,
  ],
  ['HTTPS://API.Alder.example:443/Pay/?a=1#x', 'address api.alder.example/pay?a=1'],
  ['api.alder.example:8443/pay/', 'address api.alder.example:8443/pay'],
  ['api.alder.example', 'address api.alder.example'],
  ['git+https://github.com/Alder/Tools.git', 'repository github.com/alder/tools'],
  ['git@github.com:alder/tools.git', 'repository github.com/alder/tools'],
  ['https://github.com/alder/tools/tree/main/src/a', 'repository github.com/alder/tools#src/a'],
  ['alder/tools', 'repository github.com/alder/tools'],
  ['github.com/alder', 'account github.com/alder'],
  ['npm:@alder/tools@1.2', 'package npm/@alder/tools'],
  ['pkg:npm/%40alder/tools@1?x=1', 'package npm/@alder/tools'],
  ['@alder/tools', 'package npm/@alder/tools'],
  ['pypi:Alder_Tools', 'package pypi/alder-tools'],
  ['oci:docker.io/alder/tools:1', 'package oci/alder/tools'],
  ['io.github.Alder/tools', 'registry_name io.github.alder/tools'],
  [
    'https://registry.modelcontextprotocol.io/v0.1/servers/io.github.alder%2Ftools/versions/latest',
    'registry_name io.github.alder/tools',
  ],
  ['coingecko:alder', 'record token:coingecko/alder'],
])('%s is read as %s', (text, expected) => {
  expect(first(text)).toBe(expected)
})

test.each(['alder', 'web search', 'weather 3.5', '24/7 support', 'x'.repeat(301), '', ' '])(
  '%j is no key',
  (text) => {
    expect(parseKeys(text).keys).toEqual([])
  },
)

test('what may be words is not taken for a key alone', () => {
  expect(parseKeys('node.js').isClear).toBe(false)
  expect(parseKeys('owner/name').isClear).toBe(false)
  expect(parseKeys('https://alder.example').isClear).toBe(true)
})
