import { type Hex, parseGwei } from 'viem'
import { z } from 'zod'
import { BadUsage } from '../../core/domain/errors.ts'
import type { World } from '../../core/domain/world.ts'
import { chains } from '../catalog/chains.ts'

/** Where anchors go, unless a test chain is named. */
const BASE = chains.find(({ name }) => name === 'Base')

/** What `npm run assay -- anchor` reads of the environment; the key is read by it alone. */
export interface AnchorSettings {
  key: Hex | null
  url: string
  chainId: number
}

const key = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{64}$/)])
const chain = z.string().regex(/^eip155:\d{1,15}$/)
const address = z.url({ protocol: /^https?$/ })

/** Reads the settings for data of a world. Throws BadUsage that names a variable, never its value. */
export function anchorSettings(env: Record<string, string | undefined>, world: World | null): AnchorSettings {
  const base = BASE?.id ?? ''
  const id =
    read(env, 'ANCHOR_CHAIN', chain, 'must be a CAIP-2 id of an EVM chain, e.g. eip155:84532') ?? base
  if (id === base && world !== 'live')
    throw new BadUsage(
      `this is ${world ?? 'no'} data, which goes to a test chain only: set ANCHOR_CHAIN and ANCHOR_RPC_URL`,
    )
  const url = read(env, 'ANCHOR_RPC_URL', address, 'must be an http or https address')
  if (url === null && id !== base)
    throw new BadUsage('ANCHOR_RPC_URL is missing: the address of a node of ANCHOR_CHAIN')
  return {
    key: read(env, 'ANCHOR_KEY', key, 'must be a private key: 0x and 64 hexadecimal digits'),
    url: url ?? BASE?.rpc[0] ?? '',
    chainId: Number(id.split(':')[1]),
  }
}

/** The wei that an amount in gwei names; throws BadUsage. */
export function capOf(gwei: string): bigint {
  const cap = /^\d{1,6}(?:\.\d{1,9})?$/.test(gwei) ? parseGwei(gwei) : 0n
  if (cap > 0n) return cap
  throw new BadUsage(`--max-fee-gwei ${gwei}: write an amount above 0, e.g. --max-fee-gwei 0.5`)
}

function read<T>(
  env: Record<string, string | undefined>,
  name: string,
  schema: z.ZodType<T>,
  problem: string,
): T | null {
  const text = env[name]?.trim()
  if (text === undefined || text === '') return null
  const result = schema.safeParse(text)
  if (!result.success) throw new BadUsage(`${name} ${problem}`)
  return result.data
}
