import { z } from 'zod'
import {
  baseAddress,
  bucketAddress,
  databaseAddress,
  facilitatorAddress,
  filePath,
  nodeAddress,
  origins,
  parseInteger,
  plainAddress,
  serverAddress,
  shortText,
  verifierKey,
  word,
  yesOrNo,
} from './values.ts'

/** A command whose help, or reference page, names what it reads of the environment. */
export type CommandName = 'daily' | 'ingest-worker' | 'serve' | 'start' | 'store' | 'anchor'

/** A variable of the environment. */
export interface Variable {
  /** Its issues say what a value must be, and never what it is: some are secrets. */
  schema: z.ZodType<unknown, string>
  example: string
  /** Behaviour when it is not set; missing where `what` says it. */
  otherwise?: string
  /** Purpose, in sentences: for the help, the reference page and the error if it is missing. */
  what: string
  readBy: readonly CommandName[]
  /** True if its value, or a part of it, must never be shown. */
  isSecret?: true
  /** True if sources and the log get its value. */
  isPassedOn?: true
  /** The variable without which it is refused. */
  needs?: 'PAY_TO'
}

const SOURCE = { readBy: ['daily', 'ingest-worker'], isPassedOn: true } as const
const LOG = { readBy: ['daily'], isPassedOn: true } as const
const RUN = { readBy: ['daily'] } as const
const LISTENING = { readBy: ['serve', 'start'] } as const
const BUCKET = { readBy: ['daily', 'ingest-worker', 'serve', 'store'] } as const
const SERVICE = { readBy: ['serve'] } as const
const PAYMENT = { readBy: ['serve'], needs: 'PAY_TO' } as const
const ANCHOR = { readBy: ['anchor'] } as const
const NODE = {
  ...SOURCE,
  schema: nodeAddress(),
  example: 'https://node.example/key',
  isSecret: true,
} as const
const KEY = { schema: word(), isSecret: true } as const

/** The node of a chain; `node_setting` in chains.csv names it. */
const nodeVariable = (chain: string) => ({
  ...NODE,
  what: `Your own node of ${chain}, which is then asked before the SQD Portal.`,
})

/** Every variable of the environment that a program reads, in the order in which they are explained. */
export const VARIABLES = {
  GITHUB_TOKEN: {
    ...{ ...SOURCE, ...KEY, example: 'ghp_…' },
    what: 'A GitHub token without any scope: thousands of repositories a run instead of about 60.',
  },
  SQD_PORTAL_URL: {
    ...{ ...SOURCE, schema: nodeAddress(), example: 'https://portal.example/datasets', isSecret: true },
    otherwise: 'https://portal.sqd.dev/datasets',
    what: 'Your own SQD Portal: the address before the names of datasets.',
  },
  SQD_PORTAL_API_KEY: {
    ...{ ...SOURCE, ...KEY, example: '…' },
    what: 'The key of that portal, sent to it alone as x-api-key. A secret.',
  },
  BASE_RPC_URL: nodeVariable('Base'),
  POLYGON_RPC_URL: nodeVariable('Polygon'),
  ETHEREUM_RPC_URL: nodeVariable('Ethereum'),
  BNB_RPC_URL: nodeVariable('BNB Chain'),
  ARBITRUM_RPC_URL: nodeVariable('Arbitrum One'),
  OPTIMISM_RPC_URL: nodeVariable('Optimism'),
  MONAD_RPC_URL: nodeVariable('Monad'),
  CELO_RPC_URL: nodeVariable('Celo'),
  GNOSIS_RPC_URL: nodeVariable('Gnosis'),
  AVALANCHE_RPC_URL: nodeVariable('Avalanche'),
  MANTLE_RPC_URL: nodeVariable('Mantle'),
  LINEA_RPC_URL: nodeVariable('Linea'),
  SCROLL_RPC_URL: nodeVariable('Scroll'),
  MEGAETH_RPC_URL: nodeVariable('MegaETH'),
  WORLD_RPC_URL: nodeVariable('World'),
  OPENROUTER_API_KEY: {
    ...{ ...SOURCE, ...KEY, example: 'sk-or-…' },
    what: "Also reads OpenRouter's rankings of models and apps, which need a key.",
  },
  COINGECKO_API_KEY: {
    ...{ ...SOURCE, ...KEY, example: 'CG-…' },
    what: 'A demo key of CoinGecko: 100 requests a minute of your own; without one all who share an address, such as those of a CI, share about 5.',
  },
  PROBE_MINUTES: {
    ...{ ...SOURCE, schema: parseInteger(1, 1_440, 4), example: '90', otherwise: '45' },
    what: 'Minutes of a day that declared addresses are probed for; what is not probed by then is counted and comes first on the next day.',
  },
  PAYMENT_BODY_DAYS: {
    ...{ ...RUN, schema: parseInteger(1, 9_999, 4), example: '3', otherwise: 'of all days' },
    what: 'Number of days whose recorded responses of payments are kept, the largest part of an archive. Rows of all days stay; earlier days cannot be rebuilt from responses.',
  },
  LOG_KEY_FILE: {
    ...{ ...LOG, schema: z.string(), example: '/etc/assay/log.pem' },
    what: 'The private key (Ed25519, PEM) that signs the log; without it the index keeps none.',
  },
  LOG_ORIGIN: {
    ...{ ...LOG, schema: word(), example: 'assay.example/log' },
    otherwise: 'host and path of PUBLIC_BASE_URL, then /log',
    what: 'The name of the log.',
  },
  HOST: {
    ...LISTENING,
    schema: z.string().regex(/^[a-zA-Z0-9.:_-]+$/, 'must be a host name or an IP address, without a port'),
    example: '0.0.0.0',
    otherwise: '127.0.0.1',
    what: 'The address to listen on.',
  },
  PORT: {
    ...{ ...LISTENING, schema: parseInteger(0, 65_535, 5), example: '8080', otherwise: '8787' },
    what: 'The port to listen on; 0 takes a free one.',
  },
  PUBLIC_BASE_URL: {
    ...{ readBy: ['daily', 'serve', 'start'], schema: baseAddress(), example: 'https://assay.example' },
    otherwise: 'http:// with host and port',
    what: 'What published links start with, with a path where the index is in a subfolder. With https the service sends Strict-Transport-Security.',
  },
  STATIC_HOST: {
    ...{ ...RUN, schema: yesOrNo(), example: 'true' },
    otherwise: 'true for github.io and pages.dev',
    what: 'Whether the site has files alone, such as GitHub Pages, and no service: its pages then name nothing that only a service answers.',
  },
  RELEASE_STORE: {
    ...{ ...BUCKET, schema: bucketAddress(), example: 's3://assay-index/live' },
    otherwise: 'releases stay in the output folder',
    what: 'The bucket that holds releases, archive, history and log, and what keys begin with there: `npm run daily` publishes to it, `npm run serve` follows it.',
  },
  S3_ENDPOINT: {
    ...{ ...BUCKET, schema: serverAddress(), example: 'https://s3.eu-central-1.amazonaws.com' },
    otherwise: 'AWS, in S3_REGION',
    what: 'The address of the store of that bucket.',
  },
  S3_REGION: {
    ...{ ...BUCKET, schema: z.string().regex(/^[\w-]{1,64}$/, 'must be one word'), example: 'eu-central-1' },
    otherwise: 'us-east-1',
    what: 'The region that requests are signed for; stores of your own mostly take any.',
  },
  S3_ACCESS_KEY_ID: {
    ...{ ...BUCKET, schema: z.string(), example: '…' },
    otherwise: 'required with RELEASE_STORE',
    what: 'The name of a key that may list the bucket, and read, write and delete in it. For `npm run serve` reading is enough.',
  },
  S3_SECRET_ACCESS_KEY: {
    ...{ ...BUCKET, schema: z.string(), example: '…', isSecret: true },
    otherwise: 'required with RELEASE_STORE',
    what: 'The secret of that key. A secret.',
  },
  INGEST_QUEUE: {
    ...{ readBy: ['daily', 'ingest-worker'], example: 'postgres://assay@db.example/assay', isSecret: true },
    schema: z.url({ protocol: /^postgres(ql)?$/, error: 'must be the address of a PostgreSQL' }),
    what: 'A PostgreSQL (postgres://…) through which workers on other machines ask the sources; they write into the bucket of RELEASE_STORE: docs/operate/workers.md.',
  },
  UPSTREAM_BASE: {
    ...{ ...RUN, schema: baseAddress(), example: 'http://127.0.0.1:9900' },
    what: 'A server that stands in for every source, for tests.',
  },
  UPSTREAM_CLOCK: {
    ...{ ...RUN, schema: parseInteger(1, 9_999, 4), example: '20' },
    what: 'How many times faster than real ones its limits run; without it, it has none.',
  },
  ASSAY_CLOCK: {
    ...{ ...RUN, example: '2026-04-01T12:00:00Z' },
    schema: z.iso.datetime('must be a time in ISO 8601, UTC').transform((time) => Date.parse(time)),
    what: 'A fixed current time, for tests.',
  },
  DEBUG: {
    ...{ ...RUN, schema: z.string(), example: 'assay' },
    what: 'With the word assay: shows the stack of an error.',
  },
  ANCHOR_KEY: {
    ...{ ...ANCHOR, example: '0x…', isSecret: true },
    schema: z.templateLiteral(
      ['0x', z.string().regex(/^[0-9a-fA-F]{64}$/)],
      'must be a private key: 0x and 64 hexadecimal digits',
    ),
    what: 'The private key that pays, 0x and 64 hexadecimal digits. Keep nothing else at its address.',
  },
  ANCHOR_RPC_URL: {
    ...{ ...ANCHOR, schema: nodeAddress(), example: 'https://base.node.example/key', isSecret: true },
    otherwise: 'a public Base RPC endpoint',
    what: 'A JSON-RPC node of the chain.',
  },
  ANCHOR_CHAIN: {
    ...{ ...ANCHOR, example: 'eip155:84532' },
    schema: z.string().regex(/^eip155:\d{1,15}$/, 'must be a CAIP-2 id of an EVM chain'),
    what: 'Another chain by its CAIP-2 id, for tests: sample and replay data go to no other.',
  },
  DATABASE_URL: {
    ...{
      ...SERVICE,
      schema: databaseAddress(),
      example: 'postgres://assay@db.example/assay',
      isSecret: true,
    },
    otherwise: 'SQLite in STATE_FILE and INBOX_FILE',
    what: 'The PostgreSQL that holds the state; several instances share it. It may hold a password.',
  },
  STATE_FILE: {
    ...{ ...SERVICE, schema: filePath(), example: '/var/lib/assay/service.sqlite' },
    otherwise: 'state/service.sqlite in the output folder',
    what: 'The SQLite file that holds the ledger of payments and the Pro keys; not read when DATABASE_URL is set.',
  },
  INBOX_FILE: {
    ...{ ...SERVICE, schema: filePath(), example: '/var/lib/assay/inbox.sqlite' },
    otherwise: 'inbox.sqlite beside STATE_FILE',
    what: 'The SQLite file that holds what any caller can add: feedback, tasks, counts of calls. At most 1 GB, so that it cannot fill the disk that the ledger needs; not read when DATABASE_URL is set.',
  },
  ORACLE_KEY_FOLDER: {
    ...{ ...SERVICE, schema: z.string(), example: '/var/lib/assay/oracle' },
    otherwise: 'state/oracle in the output folder',
    what: 'The folder with the private keys of the oracle, one <kid>.pem each; the same for all instances. Secrets.',
  },
  LOG_VERIFIER_KEY: {
    ...{ ...SERVICE, schema: verifierKey() },
    example: 'assay.example/log+173d128a+Ad2Ts6a85eKURn1ob7vLL2gebHZ7GFEPi1LSo/ZhFNoj',
    otherwise: 'the key of the log that the service sees first, which it then remembers',
    what: 'The key that must have signed the log of what is served. No other log is served or vouched for.',
  },
  TRUSTED_PROXIES: {
    ...{ ...SERVICE, example: '1' },
    schema: z
      .string()
      .regex(/^(?:\d|10)$/, 'must be a whole number from 0 to 10')
      .transform(Number),
    otherwise: '0: the peer of the connection is the caller',
    what: 'How many proxies of your own stand in front: the caller is so many addresses from the right of X-Forwarded-For.',
  },
  ALLOWED_ORIGINS: {
    ...{ ...SERVICE, schema: origins(), example: 'https://console.example,https://inspector.example' },
    otherwise: 'the origin of the published links, and loopback ones',
    what: 'Whose web pages may call the tool server and the agent-to-agent interface and send reports, beside these two; * lets all. Callers that are no browser send no Origin and need none.',
  },
  LOG_LEVEL: {
    ...{ ...SERVICE, example: 'warn', otherwise: 'info' },
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    }),
    what: 'What is logged: info has a line for each call that keeps state or takes money, error only our own faults.',
  },
  // Accounts and networks look different by payment scheme, which knows how: serving/service/config.ts.
  PAY_TO: {
    ...{ ...SERVICE, schema: z.string(), example: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C' },
    otherwise: 'nothing can be paid: quotes name the local chain and say that they are a sample',
    what: 'The address that is paid. It needs FACILITATOR_URL and X402_RPC_URL.',
  },
  X402_NETWORK: {
    ...{ ...PAYMENT, schema: z.string(), example: 'eip155:84532' },
    otherwise: 'eip155:8453 (Base) with PAY_TO',
    what: 'The chain on which calls are paid.',
  },
  X402_ASSET: {
    ...{ ...PAYMENT, schema: z.string(), example: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    otherwise: 'USDC of the network, where it is known',
    what: 'The token in which calls are paid: EIP-3009, six decimals.',
  },
  X402_ASSET_NAME: {
    ...{ ...PAYMENT, schema: shortText(100), example: 'USD Coin' },
    otherwise: 'that of the USDC of the network; required with X402_ASSET',
    what: 'The name in the EIP-712 domain of the token.',
  },
  X402_ASSET_VERSION: {
    ...{ ...PAYMENT, schema: shortText(20), example: '2' },
    otherwise: 'that of the USDC of the network; required with X402_ASSET',
    what: 'The version in the EIP-712 domain of the token.',
  },
  FACILITATOR_URL: {
    ...{ ...PAYMENT, schema: facilitatorAddress(), example: 'https://facilitator.example' },
    otherwise: 'required with PAY_TO',
    what: 'The x402 facilitator that checks and settles payments.',
  },
  FACILITATOR_TOKEN: {
    ...{ ...PAYMENT, ...KEY, example: '…', otherwise: 'no Authorization is sent' },
    what: 'The bearer token that the facilitator asks for. A secret.',
  },
  FACILITATOR_KEY_ID: {
    ...{ ...PAYMENT, schema: word(), example: 'organizations/0000/apiKeys/0000' },
    otherwise: 'no token is signed',
    what: 'The id of the key that a token is signed with for each request, as the facilitator of the Coinbase Developer Platform wants it. It needs FACILITATOR_KEY, and takes the place of FACILITATOR_TOKEN.',
  },
  FACILITATOR_KEY: {
    ...{ ...PAYMENT, schema: shortText(2_000), example: '…', isSecret: true },
    otherwise: 'required with FACILITATOR_KEY_ID',
    what: 'The secret of that key: an Ed25519 key in base64, or a P-256 or Ed25519 key in PEM, its line ends as they are or written as \\n. A secret.',
  },
  X402_RPC_URL: {
    ...{ ...PAYMENT, schema: plainAddress(), example: 'https://base.node.example/key', isSecret: true },
    otherwise: 'required with PAY_TO',
    what: 'A node of that chain: it says what became of a payment whose outcome is unknown. It may hold a key. Use one that you trust.',
  },
} satisfies Record<string, Variable>

/** The name of a variable. */
export type VariableName = keyof typeof VARIABLES

/** The value of a variable once it is checked. */
export type SettingValue<N extends VariableName> = z.infer<(typeof VARIABLES)[N]['schema']>

/** The variables that fit, in order. */
export const filterVariables = (fits: (variable: Variable) => boolean): [VariableName, Variable][] =>
  (Object.entries(VARIABLES) as [VariableName, Variable][]).filter(([, variable]) => fits(variable))
