import { dirname, join } from 'node:path'
import type { BucketSettings } from '../../core/bucket/settings.ts'
import { BadUsage } from '../../core/domain/errors.ts'
import { bucketSettings } from '../../core/settings/bucket.ts'
import { type Environment, neededVariable, readVariable, wrongValue } from '../../core/settings/read.ts'
import type { AllowedOrigins } from '../../core/settings/values.ts'
import {
  filterVariables,
  type SettingValue,
  VARIABLES,
  type VariableName,
} from '../../core/settings/variables.ts'
import { BASE, EXACT_EVM, LOCAL_CHAIN } from './payments/schemes/exact_evm.ts'
import type { PaymentScheme, Token } from './payments/schemes/scheme.ts'
import { schemeOn } from './payments/schemes/schemes.ts'
import { readTokenKey, type TokenKey } from './payments/signed_token.ts'

/** Payment settings. Addresses are as published; those of EVM chains are checksummed. */
export interface PaymentConfig extends Token {
  scheme: PaymentScheme
  /** CAIP-2, e.g. `eip155:8453`. */
  network: string
  payTo: string
  /** Seconds for which a quote may be used. */
  maxTimeoutSeconds: number
  facilitatorUrl: string | null
  facilitatorToken: string | null
  /** Key that signs a token for each request, in place of `facilitatorToken`; `text` is the setting. */
  facilitatorKey?: (TokenKey & { text: string }) | undefined
  rpcUrl: string | null
  /** True without a payTo: the quote names the local chain, and nothing can be paid. */
  isSample: boolean
}

/** Settings of the service, checked. */
export interface ServiceConfig {
  stateFile: string
  /** Store of what any caller can add: feedback, tasks, counts of callers. */
  inboxFile: string
  /** PostgreSQL, in place of both files. */
  databaseUrl: string | null
  /** Folder of the oracle's private keys. */
  oracleKeyFolder: string
  /** The verifier key required of the log, or null: the first one seen. */
  logVerifierKey: string | null
  trustedProxies: number
  /** Origins whose pages may call the JSON-RPC interfaces, beside our own and those on the caller's machine. */
  allowedOrigins: AllowedOrigins
  logLevel: SettingValue<'LOG_LEVEL'>
  payment: PaymentConfig
  /** The bucket whose releases are served instead of the output folder's. */
  releaseStore: BucketSettings | null
  /** Texts that must never be shown, the longest first. */
  secrets: readonly string[]
}

const MAX_TIMEOUT_SECONDS = 300
/** An address without an owner: named by a sample quote, on a chain local to one machine. */
const SAMPLE_PAY_TO = '0x000000000000000000000000000000000000dEaD'
const KEY_RULE =
  'must be a private key: Ed25519 in base64 (32 or 64 bytes), or P-256 or Ed25519 in PEM, its line ends as they are or written as \\n'
const OF_PAYMENTS = filterVariables(({ needs }) => needs === 'PAY_TO').map(([name]) => name)

/**
 * Reads the service's settings from an environment; throws BadUsage that names the first variable with a wrong value,
 * or one that another needs. No message repeats a value.
 */
export function readServiceConfig(environment: Environment, output: string): ServiceConfig {
  const stateFile = readVariable('STATE_FILE', environment) ?? join(output, 'state', 'service.sqlite')
  return {
    stateFile,
    inboxFile: readVariable('INBOX_FILE', environment) ?? join(dirname(stateFile), 'inbox.sqlite'),
    databaseUrl: readVariable('DATABASE_URL', environment) ?? null,
    oracleKeyFolder: readVariable('ORACLE_KEY_FOLDER', environment) ?? join(output, 'state', 'oracle'),
    logVerifierKey: readVariable('LOG_VERIFIER_KEY', environment) ?? null,
    trustedProxies: readVariable('TRUSTED_PROXIES', environment) ?? 0,
    allowedOrigins: readVariable('ALLOWED_ORIGINS', environment) ?? [],
    logLevel: readVariable('LOG_LEVEL', environment) ?? 'info',
    payment: paymentConfig(environment),
    releaseStore: bucketSettings(environment),
    secrets: readSecrets(environment),
  }
}

/** Returns each secret and the password in it, the longest first: they must never be shown. */
function readSecrets(environment: Environment): string[] {
  const values = filterVariables(({ isSecret, readBy }) => isSecret === true && readBy.includes('serve'))
    .map(([name]) => environment[name]?.trim() ?? '')
    .flatMap((value) => [value, ...readPassword(value)])
  return [...new Set(values)].filter(Boolean).sort((a, b) => b.length - a.length)
}

/** Returns the password in an address, as written and decoded. */
function readPassword(address: string): string[] {
  const password = URL.parse(address)?.password ?? ''
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}

function paymentConfig(environment: Environment): PaymentConfig {
  const payTo = readVariable('PAY_TO', environment)
  const given = new Map(OF_PAYMENTS.map((name) => [name, readVariable(name, environment)]))
  if (payTo === undefined) return samplePayment(given)
  const network = readVariable('X402_NETWORK', environment) ?? BASE
  const scheme = schemeOn(network)
  if (scheme === undefined)
    throw wrongValue('X402_NETWORK', 'must be the CAIP-2 id of a chain that calls can be paid on')
  return {
    scheme,
    network,
    ...readToken(scheme, network, environment),
    payTo: readAccount('PAY_TO', payTo, scheme),
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    facilitatorUrl: neededVariable('FACILITATOR_URL', 'PAY_TO', environment),
    facilitatorToken: readVariable('FACILITATOR_TOKEN', environment) ?? null,
    facilitatorKey: facilitatorKey(environment),
    rpcUrl: neededVariable('X402_RPC_URL', 'PAY_TO', environment),
    isSample: false,
  }
}

function facilitatorKey(environment: Environment): PaymentConfig['facilitatorKey'] {
  const id = readVariable('FACILITATOR_KEY_ID', environment)
  if (id === undefined) {
    if (readVariable('FACILITATOR_KEY', environment) !== undefined)
      neededVariable('FACILITATOR_KEY_ID', 'FACILITATOR_KEY', environment)
    return undefined
  }
  if (readVariable('FACILITATOR_TOKEN', environment) !== undefined)
    throw new BadUsage(
      'FACILITATOR_TOKEN and FACILITATOR_KEY_ID are both set: keep the token, or the key that a token is signed with for each request',
    )
  const text = neededVariable('FACILITATOR_KEY', 'FACILITATOR_KEY_ID', environment)
  const key = readTokenKey(text)
  if (key === null) throw wrongValue('FACILITATOR_KEY', KEY_RULE)
  return { id, ...key, text }
}

function samplePayment(given: ReadonlyMap<VariableName, unknown>): PaymentConfig {
  for (const [name, value] of given)
    if (value !== undefined)
      throw new BadUsage(
        `${name} needs PAY_TO, the address that is paid, e.g. PAY_TO=${VARIABLES.PAY_TO.example}`,
      )
  return {
    scheme: EXACT_EVM,
    network: LOCAL_CHAIN,
    ...readToken(EXACT_EVM, LOCAL_CHAIN, {}),
    payTo: SAMPLE_PAY_TO,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    facilitatorUrl: null,
    facilitatorToken: null,
    rpcUrl: null,
    isSample: true,
  }
}

function readToken(scheme: PaymentScheme, network: string, environment: Environment): Token {
  const asset = readVariable('X402_ASSET', environment)
  return scheme.token(network, asset && readAccount('X402_ASSET', asset, scheme), {
    read: (name) => readVariable(name, environment),
    needed: (name, by) => neededVariable(name, by, environment),
  })
}

function readAccount(name: VariableName, text: string, { account }: PaymentScheme): string {
  const result = account.safeParse(text)
  if (!result.success) throw wrongValue(name, result.error.issues[0]?.message ?? '')
  return result.data
}
