import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BadUsage } from '../../core/domain/errors.ts'
import { filterVariables, VARIABLES } from '../../core/settings/variables.ts'
import { readServiceConfig } from '../../serving/service/config.ts'
import { EXACT_EVM } from '../../serving/service/payments/schemes/exact_evm.ts'

const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const PAID = {
  PAY_TO,
  FACILITATOR_URL: 'https://facilitator.example/',
  X402_RPC_URL: 'https://node.example/very-secret-key',
}

const refusal = (environment: Record<string, string>): string => {
  try {
    readServiceConfig(environment, 'output')
  } catch (error) {
    expect(error).toBeInstanceOf(BadUsage)
    return (error as Error).message
  }
  return 'accepted'
}

test('with nothing set the state is a file in the output folder, and nothing can be paid', () => {
  expect(readServiceConfig({ PAY_TO: ' ', LOG_LEVEL: '' }, 'out')).toEqual({
    releaseStore: null,
    secrets: [],
    stateFile: join('out', 'state', 'service.sqlite'),
    inboxFile: join('out', 'state', 'inbox.sqlite'),
    databaseUrl: null,
    logVerifierKey: null,
    oracleKeyFolder: join('out', 'state', 'oracle'),
    trustedProxies: 0,
    allowedOrigins: [],
    logLevel: 'info',
    payment: {
      scheme: EXACT_EVM,
      network: 'eip155:31337',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      extra: { name: 'USD Coin', version: '2' },
      payTo: '0x000000000000000000000000000000000000dEaD',
      maxTimeoutSeconds: 300,
      facilitatorUrl: null,
      facilitatorToken: null,
      rpcUrl: null,
      isSample: true,
    },
  })
})

test('an address that is paid makes it Base and its USDC; other networks have their own', () => {
  const { payment } = readServiceConfig({ ...PAID, PAY_TO: PAY_TO.toLowerCase() }, 'out')
  expect(payment).toMatchObject({
    network: 'eip155:8453',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    extra: { name: 'USD Coin', version: '2' },
    payTo: PAY_TO,
    facilitatorUrl: 'https://facilitator.example',
    facilitatorToken: null,
    rpcUrl: PAID.X402_RPC_URL,
    isSample: false,
  })
  const sepolia = readServiceConfig({ ...PAID, X402_NETWORK: 'eip155:84532' }, 'out').payment
  expect([sepolia.asset, sepolia.extra.name]).toEqual(['0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'USDC'])
  const local = readServiceConfig({ ...PAID, X402_NETWORK: 'eip155:31337' }, 'out').payment
  expect([local.isSample, local.asset]).toEqual([false, payment.asset])
})

test('a token that is not known needs its whole EIP-712 domain', () => {
  const other = { ...PAID, X402_ASSET: '0x5425890298aed601595a70AB815c96711a31Bc65' }
  expect(refusal(other)).toContain('X402_ASSET needs X402_ASSET_NAME')
  expect(refusal({ ...other, X402_ASSET_NAME: 'Coin' })).toContain('X402_ASSET needs X402_ASSET_VERSION')
  expect(refusal({ ...PAID, X402_NETWORK: 'eip155:137' })).toContain('X402_NETWORK needs X402_ASSET')
  const { payment } = readServiceConfig({ ...other, X402_ASSET_NAME: 'Coin', X402_ASSET_VERSION: '1' }, 'out')
  expect(payment).toMatchObject({ asset: other.X402_ASSET, extra: { name: 'Coin', version: '1' } })
  const small = { ...other, X402_ASSET: other.X402_ASSET.toLowerCase() }
  const named = { X402_ASSET_NAME: 'Coin', X402_ASSET_VERSION: '1' }
  expect(readServiceConfig({ ...small, ...named }, 'out').payment.asset).toBe(other.X402_ASSET)
})

test('half a configuration of payments is refused, whichever half', () => {
  expect(refusal({ PAY_TO })).toContain('PAY_TO needs FACILITATOR_URL')
  expect(refusal({ PAY_TO, FACILITATOR_URL: PAID.FACILITATOR_URL })).toContain('PAY_TO needs X402_RPC_URL')
  for (const name of Object.keys(VARIABLES).filter((key) => /^(?:X402_|FACILITATOR_)/.test(key))) {
    const { example } = VARIABLES[name as keyof typeof VARIABLES]
    expect(refusal({ [name]: example === '…' ? 'word' : example }), name).toContain(`${name} needs PAY_TO`)
  }
})

test.each([
  ['DATABASE_URL', 'mysql://root:hunter22@db/x'],
  ['DATABASE_URL', 'hunter22'],
  ['DATABASE_URL', 'postgres://assay:hunter22%zz@db/assay'],
  ['STATE_FILE', 'hunter22/'],
  ['TRUSTED_PROXIES', '11'],
  ['TRUSTED_PROXIES', '-1'],
  ['TRUSTED_PROXIES', 'hunter22'],
  ['ALLOWED_ORIGINS', 'hunter22'],
  ['ALLOWED_ORIGINS', 'https://hunter22.example/'],
  ['ALLOWED_ORIGINS', 'https://hunter22.example:443'],
  ['ALLOWED_ORIGINS', 'https://a.example,*,https://hunter22.example'],
  ['ALLOWED_ORIGINS', 'file://hunter22.example'],
  ['LOG_LEVEL', 'hunter22'],
  ['PAY_TO', PAY_TO.replace('B', 'b')],
  ['PAY_TO', `0x${'0'.repeat(40)}`],
  ['PAY_TO', 'hunter22'],
  ['X402_NETWORK', 'base'],
  ['X402_NETWORK', 'eip155:0'],
  ['X402_ASSET', '0xhunter22'],
  ['FACILITATOR_URL', 'http://facilitator.example'],
  ['FACILITATOR_URL', 'http://127.0.0.1.evil.example'],
  ['FACILITATOR_URL', 'https://user:hunter22@facilitator.example'],
  ['FACILITATOR_URL', 'https://facilitator.example/?key=hunter22'],
  ['FACILITATOR_TOKEN', 'hunter22 with spaces'],
  ['X402_RPC_URL', 'ws://node.example/hunter22'],
  ['X402_RPC_URL', 'https://:hunter22@node.example'],
])('%s=%s is refused with the rule, an example, and without the value', (name, value) => {
  const message = refusal({ ...PAID, [name]: value })
  expect(message).toMatch(new RegExp(`^${name} must .+, e\\.g\\. ${name}=.`))
  expect(message).not.toContain('hunter22')
  expect(message).not.toContain(value)
})

test('every secret of the table that the service reads is one that must not be shown', () => {
  const secret = filterVariables(({ isSecret, readBy }) => isSecret === true && readBy.includes('serve'))
  const examples = Object.fromEntries(secret.map(([name, { example }]) => [name, example]))
  const { DATABASE_URL, X402_RPC_URL, FACILITATOR_TOKEN, ...alone } = examples
  expect(Object.keys(alone)).toEqual(['S3_SECRET_ACCESS_KEY', 'FACILITATOR_KEY'])
  const set = {
    ...PAID,
    DATABASE_URL,
    X402_RPC_URL,
    FACILITATOR_TOKEN: 'word',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(readServiceConfig(set, 'out').secrets).toEqual(
    expect.arrayContaining([DATABASE_URL, X402_RPC_URL, 'word', 'secret']),
  )
})

test('origins are listed, or all are let in', () => {
  const origins = (ALLOWED_ORIGINS: string) => readServiceConfig({ ALLOWED_ORIGINS }, 'o').allowedOrigins
  expect(origins('https://a.example, http://b.example:81')).toEqual([
    'https://a.example',
    'http://b.example:81',
  ])
  expect(origins('*')).toBe('*')
})

test.each(['http://localhost:4021', 'http://127.0.0.1:4021', 'http://[::1]:4021', 'https://f.example/x402'])(
  '%s may be the facilitator',
  (FACILITATOR_URL) => {
    expect(readServiceConfig({ ...PAID, FACILITATOR_URL }, 'o').payment.facilitatorUrl).toBe(FACILITATOR_URL)
  },
)

test('all secrets of the configuration are listed, in each form', () => {
  const config = readServiceConfig(
    { ...PAID, FACILITATOR_TOKEN: 'bearer-word', DATABASE_URL: 'postgres://assay:p%40ss@db/assay' },
    'out',
  )
  expect(config.secrets).toEqual([
    'https://node.example/very-secret-key',
    'postgres://assay:p%40ss@db/assay',
    'bearer-word',
    'p%40ss',
    'p@ss',
  ])
  expect(readServiceConfig({}, 'out').secrets).toEqual([])
})

test('the secret of the bucket is one of them, and serving asks for its keys', () => {
  const bucket = { RELEASE_STORE: 's3://assay-index/live', S3_ACCESS_KEY_ID: 'name' }
  const config = readServiceConfig({ ...bucket, S3_SECRET_ACCESS_KEY: 'secret-of-the-bucket' }, 'out')
  expect(config.secrets).toEqual(['secret-of-the-bucket'])
  expect(config.releaseStore).toMatchObject({ bucket: 'assay-index', prefix: 'live/' })
  expect(refusal(bucket)).toMatch(/RELEASE_STORE needs S3_SECRET_ACCESS_KEY/)
})

test('every example is one that is accepted, and all of the service’s together are', () => {
  for (const [name, { schema, example }] of Object.entries(VARIABLES))
    if (!example.includes('…')) expect(schema.safeParse(example).success, name).toBe(true)
  const examples = filterVariables(({ readBy }) => readBy.includes('serve'))
    // It takes the place of FACILITATOR_TOKEN, see signed_token.test.ts.
    .filter(([name]) => !name.startsWith('FACILITATOR_KEY'))
    .map(([name, { example }]) => [name, example === '…' ? 'word' : example])
  expect(readServiceConfig(Object.fromEntries(examples), 'output').payment.isSample).toBe(false)
})
