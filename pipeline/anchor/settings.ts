import { type Hex, parseGwei } from 'viem'
import { BadUsage } from '../../core/domain/errors.ts'
import type { World } from '../../core/domain/world.ts'
import { type Environment, readVariable } from '../../core/settings/read.ts'
import { chains } from '../catalog/chains.ts'

/** Default chain of anchors, unless a test chain is set. */
const BASE = chains.find(({ name }) => name === 'Base')

/** Environment settings of `npm run assay -- anchor`, the only command that reads the key. */
export interface AnchorSettings {
  key: Hex | null
  url: string
  chainId: number
}

/** Reads the settings for a data set. Throws BadUsage that names a variable, never its value. */
export function readAnchorSettings(environment: Environment, world: World | null): AnchorSettings {
  const base = BASE?.id ?? ''
  const id = readVariable('ANCHOR_CHAIN', environment) ?? base
  if (id === base && world !== 'live')
    throw new BadUsage(
      `this is ${world ?? 'no'} data, which goes to a test chain only: set ANCHOR_CHAIN and ANCHOR_RPC_URL`,
    )
  const url = readVariable('ANCHOR_RPC_URL', environment)
  if (url === undefined && id !== base)
    throw new BadUsage('ANCHOR_RPC_URL is missing: the address of a node of ANCHOR_CHAIN')
  return {
    key: readVariable('ANCHOR_KEY', environment) ?? null,
    url: url ?? BASE?.rpc[0] ?? '',
    chainId: Number(id.split(':')[1]),
  }
}

/** Converts an amount in gwei to wei; throws BadUsage. */
export function parseFeeCap(gwei: string): bigint {
  const cap = /^\d{1,6}(?:\.\d{1,9})?$/.test(gwei) ? parseGwei(gwei) : 0n
  if (cap > 0n) return cap
  throw new BadUsage(`--max-fee-gwei ${gwei}: write an amount above 0, e.g. --max-fee-gwei 0.5`)
}
