import { getDefaultAsset } from '@x402/evm'
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1'
import { expect, test } from 'vitest'
import { isTestNetwork, toCaip2, toV1Name } from '../../../serving/service/payments/networks.ts'
import { atomicUnits, computeTerms } from '../../../serving/service/payments/terms.ts'
import { config, endpoint } from './given.ts'

test.each([
  ['0.05', '50000'],
  ['0.005', '5000'],
  ['0.25', '250000'],
  ['1', '1000000'],
  ['0.000001', '1'],
  ['90071992547.409931', '90071992547409931'],
])('%s dollars are %s atomic units', (price, units) => {
  expect(atomicUnits(price)).toBe(units)
})

test.each(['', '.5', '1.', '-1', '1e3', '0.0000001', '0,05', ' 1', '1\n'])('%j is no price', (price) => {
  expect(() => atomicUnits(price)).toThrow('must be dollars with at most 6 decimals')
})

test('a free endpoint has no terms', () => {
  expect(() => computeTerms(endpoint('find'), config)).toThrow('find is free')
})

test.each(['base', 'base-sepolia', 'polygon', 'avalanche-fuji'])(
  '%s is what stock clients call it',
  (name) => {
    const id = `eip155:${EVM_NETWORK_CHAIN_ID_MAP[name as 'base']}`
    expect(toCaip2(name, config.scheme)).toBe(id)
    expect(toCaip2(id, config.scheme)).toBe(id)
    expect(toV1Name(id)).toBe(name)
  },
)

test('a chain without a name keeps its id; what is no EVM chain has none', () => {
  expect(toV1Name('eip155:31337')).toBe('eip155:31337')
  expect(isTestNetwork('eip155:31337')).toBe(true)
  for (const name of [
    '',
    'Base',
    'eip155:',
    'eip155:0',
    'eip155:08453',
    'eip155:8453 ',
    'solana',
    'solana:5eykt',
  ])
    expect(toCaip2(name, config.scheme), name).toBeNull()
})

test.each(['eip155:8453', 'eip155:84532'] as const)('USDC on %s is what stock clients take it for', (id) => {
  const { asset, name, version } = getDefaultAsset(id)
  const nothingSet = { read: () => undefined, needed: (setting: string) => `${setting} is needed` }
  expect(config.scheme.token(id, undefined, nothingSet)).toEqual({ asset, extra: { name, version } })
  expect(config.scheme.token('eip155:1', undefined, nothingSet).asset).toBe('X402_ASSET is needed')
})

test('a token that is set is taken with the name and version that are set, and no other', () => {
  const { scheme } = config
  const needed: string[][] = []
  const settings = {
    read: (name: string) => `the ${name}`,
    needed: (name: string, by: string) => {
      needed.push([name, by])
      return `the ${name}`
    },
  }
  const set = { name: 'the X402_ASSET_NAME', version: 'the X402_ASSET_VERSION' }
  const other = '0x5425890298aed601595a70AB815c96711a31Bc65'
  expect(scheme.token('eip155:8453', other, settings)).toEqual({ asset: other, extra: set })
  expect(needed).toEqual([
    ['X402_ASSET_NAME', 'X402_ASSET'],
    ['X402_ASSET_VERSION', 'X402_ASSET'],
  ])
  expect(scheme.token('eip155:8453', config.asset, settings)).toEqual({ asset: config.asset, extra: set })
  // On a chain of one's own machine the token stands where Base has it.
  expect(scheme.token('eip155:31337', undefined, settings).asset).toBe(config.asset)
  needed.length = 0
  scheme.token('eip155:137', undefined, settings)
  expect(needed[0]).toEqual(['X402_ASSET', 'X402_NETWORK'])
})

test('an account is an address that somebody can have, and a transaction a whole hash', () => {
  const { account, transactionId } = config.scheme
  const refused = ['', 'base', `0x${'0'.repeat(40)}`, config.payTo.replace('C', 'c'), `${config.payTo}00`]
  expect(refused.filter((text) => account.safeParse(text).success)).toEqual([])
  expect(account.parse(config.payTo.toLowerCase())).toBe(config.payTo)
  const hash = `0x${'Ab'.repeat(32)}`
  expect([hash, `${hash}0`, `x${hash}`, ''].map(transactionId)).toEqual([
    hash.toLowerCase(),
    null,
    null,
    null,
  ])
})
