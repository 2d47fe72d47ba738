import { z } from 'zod'
import { parseVerifierKey } from '../../core/log/verifier_key.ts'

/** One variable of the environment: its rule, and what the reference page says of it. */
interface Variable {
  /** Its issues say what a value must be, and never what it is: some hold secrets. */
  schema: z.ZodType<unknown, string>
  example: string
  /** What holds when it is not set. */
  otherwise: string
  what: string
}

const WORD = /^[\x21-\x7e]+$/
const HTTP_PROBLEM = 'must be an http or https address without user and password'
const HTTPS_PROBLEM =
  'must be an https address without user and password; http is for a loopback address alone'
const ORIGINS_PROBLEM =
  'must be origins (http or https, host and port, nothing behind them) separated by commas, or * for all'
const WITH_PAY_TO = 'with PAY_TO'

/** Each variable that the service reads, beside those of the command line (cli/settings.ts). */
export const VARIABLES = {
  DATABASE_URL: {
    schema: z
      .string()
      .refine(isDatabaseAddress, 'must be the address of a PostgreSQL database, its password escaped'),
    example: 'postgres://assay@db.example/assay',
    otherwise: 'SQLite in STATE_FILE and INBOX_FILE',
    what: 'The PostgreSQL that holds the state; several instances share it. It may hold a password.',
  },
  STATE_FILE: {
    schema: z.string().refine((text) => !/[/\\]$/.test(text), 'must be the path of a file, not of a folder'),
    example: '/var/lib/assay/service.sqlite',
    otherwise: 'state/service.sqlite in the output folder',
    what: 'The SQLite file that holds the ledger of payments and the Pro keys; not read when DATABASE_URL is set.',
  },
  INBOX_FILE: {
    schema: z.string().refine((text) => !/[/\\]$/.test(text), 'must be the path of a file, not of a folder'),
    example: '/var/lib/assay/inbox.sqlite',
    otherwise: 'inbox.sqlite beside STATE_FILE',
    what: 'The SQLite file that holds what any caller can add: feedback, tasks, counts of calls. At most 1 GB, so that it cannot fill the disk that the ledger needs; not read when DATABASE_URL is set.',
  },
  ORACLE_KEY_FOLDER: {
    schema: z.string(),
    example: '/var/lib/assay/oracle',
    otherwise: 'state/oracle in the output folder',
    what: 'The folder with the private keys of the oracle, one <kid>.pem each; the same for all instances. Secrets.',
  },
  LOG_VERIFIER_KEY: {
    schema: z
      .string()
      .refine(isVerifierKey, 'must be the verifier key of a log, as log/key of the index has it'),
    example: 'assay.example/log+173d128a+Ad2Ts6a85eKURn1ob7vLL2gebHZ7GFEPi1LSo/ZhFNoj',
    otherwise: 'the key of the log that the service sees first, which it then remembers',
    what: 'The key that must have signed the log of what is served. No other log is served or vouched for.',
  },
  TRUSTED_PROXIES: {
    schema: z
      .string()
      .regex(/^(?:\d|10)$/, 'must be a whole number from 0 to 10')
      .transform(Number),
    example: '1',
    otherwise: '0: the peer of the connection is the caller',
    what: 'How many proxies of your own stand in front: the caller is so many addresses from the right of X-Forwarded-For.',
  },
  ALLOWED_ORIGINS: {
    schema: z
      .string()
      .refine((text) => text === '*' || listed(text).every(isOrigin), ORIGINS_PROBLEM)
      .transform((text): AllowedOrigins => (text === '*' ? text : listed(text))),
    example: 'https://console.example,https://inspector.example',
    otherwise: 'the origin of the published links, and loopback ones',
    what: 'Whose web pages may call the tool server and the agent-to-agent interface and send reports, beside these two; * lets all. Callers that are no browser send no Origin and need none.',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    }),
    example: 'warn',
    otherwise: 'info',
    what: 'What is logged: info has a line for each call that keeps state or takes money, error only our own faults.',
  },
  // What an address looks like depends on the network: see `paymentConfig`.
  PAY_TO: {
    schema: z.string(),
    example: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    otherwise: 'nothing can be paid: quotes name the local chain and say that they are a sample',
    what: 'The address that is paid. It needs FACILITATOR_URL and X402_RPC_URL.',
  },
  X402_NETWORK: {
    schema: z.string(),
    example: 'eip155:84532',
    otherwise: 'eip155:8453 (Base) with PAY_TO',
    what: 'The chain on which calls are paid.',
  },
  X402_ASSET: {
    schema: z.string(),
    example: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    otherwise: 'USDC of the network, where it is known',
    what: 'The token in which calls are paid: EIP-3009, six decimals.',
  },
  X402_ASSET_NAME: {
    schema: z.string().max(100, 'must have at most 100 characters'),
    example: 'USD Coin',
    otherwise: 'that of the USDC of the network; required with X402_ASSET',
    what: 'The name in the EIP-712 domain of the token.',
  },
  X402_ASSET_VERSION: {
    schema: z.string().max(20, 'must have at most 20 characters'),
    example: '2',
    otherwise: 'that of the USDC of the network; required with X402_ASSET',
    what: 'The version in the EIP-712 domain of the token.',
  },
  FACILITATOR_URL: {
    schema: z
      .string()
      .refine(isFacilitatorAddress, HTTPS_PROBLEM)
      .transform((text) => text.replace(/\/+$/, '')),
    example: 'https://facilitator.example',
    otherwise: `required ${WITH_PAY_TO}`,
    what: 'The x402 facilitator that checks and settles payments.',
  },
  FACILITATOR_TOKEN: {
    schema: z.string().regex(WORD, 'must be one word of printable ASCII'),
    example: '…',
    otherwise: 'no Authorization is sent',
    what: 'The bearer token that the facilitator asks for. A secret.',
  },
  FACILITATOR_KEY_ID: {
    schema: z.string().regex(WORD, 'must be one word of printable ASCII'),
    example: 'organizations/0000/apiKeys/0000',
    otherwise: 'no token is signed',
    what: 'The id of the key that a token is signed with for each request, as the facilitator of the Coinbase Developer Platform wants it. It needs FACILITATOR_KEY, and takes the place of FACILITATOR_TOKEN.',
  },
  FACILITATOR_KEY: {
    schema: z.string().max(2_000, 'must have at most 2,000 characters'),
    example: '…',
    otherwise: 'required with FACILITATOR_KEY_ID',
    what: 'The secret of that key: an Ed25519 key in base64, or a P-256 or Ed25519 key in PEM, its line ends as they are or written as \\n. A secret.',
  },
  X402_RPC_URL: {
    schema: z.string().refine(isHttpAddress, HTTP_PROBLEM),
    example: 'https://base.node.example/key',
    otherwise: `required ${WITH_PAY_TO}`,
    what: 'A node of that chain: it says what became of a payment whose outcome is unknown. It may hold a key. Use one that you trust.',
  },
} satisfies Record<string, Variable>

/** Origins as browsers write them; `*` is any. */
export type AllowedOrigins = readonly string[] | '*'

const listed = (text: string): string[] => text.split(',').map((one) => one.trim())

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}

function isVerifierKey(text: string): boolean {
  try {
    return parseVerifierKey(text).line === text
  } catch {
    return false
  }
}

function isDatabaseAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol)) return false
  try {
    decodeURIComponent(url.password)
    return true
  } catch {
    return false
  }
}

function isHttpAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
}

function isFacilitatorAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !isHttpAddress(text) || /[?#]/.test(text)) return false
  return url.protocol === 'https:' || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
}

/** The variables that say what calls are paid in. */
export type TokenVariable = 'X402_NETWORK' | 'X402_ASSET' | 'X402_ASSET_NAME' | 'X402_ASSET_VERSION'

/** A variable of the service. */
export type Name = keyof typeof VARIABLES

/** What a variable holds once it is checked. */
export type SettingValue<N extends Name> = z.infer<(typeof VARIABLES)[N]['schema']>
