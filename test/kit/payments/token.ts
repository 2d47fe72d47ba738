import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  type Abi,
  type Address,
  createTestClient,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { z } from 'zod'
import type { RunningChain } from './anvil.ts'
import { sendSequentially } from './in_turn.ts'
import { mined } from './mined.ts'
import { sendingWallet } from './wallets.ts'

/** USDC's address on Base; on a local chain the token of `token.sol` has it. */
export const USDC: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** The EIP-712 domain of the token. */
export const DOMAIN = { name: 'USD Coin', version: '2' }

/** The functions of the token in use. */
export const TOKEN_ABI = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function authorizationState(address, bytes32) view returns (bool)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function mint(address to, uint256 value)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
]) satisfies Abi

const compiled = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z
    .object({
      'token.sol': z.object({
        Token: z.object({ evm: z.object({ deployedBytecode: z.object({ object: z.string() }) }) }),
      }),
    })
    .optional(),
})

/** The token on a running chain. Amounts are atomic units: 1 USDC is 1,000,000. */
export interface Token {
  address: Address
  mint(to: Address, value: bigint): Promise<void>
  balance(of: Address): Promise<bigint>
  isUsed(payer: Address, nonce: Hex): Promise<boolean>
  /** The number of authorizations used on this chain so far, whoever settled them. */
  usedCount(): Promise<number>
  /** Mines an empty block so many seconds later: the chain's clock stops between blocks. */
  passTime(seconds: number): Promise<void>
}

/** Places the token at USDC's address on a chain; takes about a second the first time, when it is compiled. */
export async function placeToken(chain: RunningChain): Promise<Token> {
  const client = clientFor(chain)
  await client.setCode({ address: USDC, bytecode: tokenCode() })
  const read = { address: USDC, abi: TOKEN_ABI } as const
  const send = sendSequentially(client, client.account.address, 100_000n)
  return {
    address: USDC,
    async mint(to, value) {
      const asked = { ...read, functionName: 'mint', args: [to, value] } as const
      await mined(client, await send({ ...asked, chain: client.chain, account: client.account }))
    },
    balance: (of) => client.readContract({ ...read, functionName: 'balanceOf', args: [of] }),
    isUsed: (payer, nonce) =>
      client.readContract({ ...read, functionName: 'authorizationState', args: [payer, nonce] }),
    usedCount: async () =>
      (await client.getContractEvents({ ...read, eventName: 'AuthorizationUsed', fromBlock: 0n })).length,
    async passTime(seconds) {
      await client.increaseTime({ seconds })
      await client.mine({ blocks: 1 })
    },
  }
}

const clientFor = (chain: RunningChain) =>
  createTestClient({
    mode: 'anvil',
    chain: localChain(chain),
    transport: http(chain.url, { retryCount: 0 }),
    account: sendingWallet(1),
    pollingInterval: 10,
  })
    .extend(publicActions)
    .extend(walletActions)

/** viem's description of a chain. */
export const localChain = ({ chainId, url }: RunningChain) => ({
  id: chainId,
  name: 'local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
})

let code: Hex | undefined

// In a process of its own: the compiler replaces its process's handlers of uncaught errors.
function tokenCode(): Hex {
  if (code !== undefined) return code
  const input = {
    language: 'Solidity',
    sources: { 'token.sol': { content: readFileSync(join(import.meta.dirname, 'token.sol'), 'utf8') } },
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
    },
  }
  const compiler = createRequire(import.meta.url).resolve('solc/solc.js')
  const output = execFileSync(process.execPath, [compiler, '--standard-json'], {
    input: JSON.stringify(input),
    encoding: 'utf8',
  })
  const { errors = [], contracts } = compiled.parse(JSON.parse(output.slice(output.indexOf('{'))))
  if (contracts === undefined || errors.length > 0)
    throw new Error(`token.sol: ${errors.map((error) => error.formattedMessage).join('\n')}`)
  code = `0x${contracts['token.sol'].Token.evm.deployedBytecode.object}`
  return code
}
