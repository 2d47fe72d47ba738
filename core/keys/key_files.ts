import type { AgentKey } from './key.ts'
import { WAYS, type Way } from './ways.ts'

/** Private files of a release with the keys of its agents and the wallets that were paid. */
export const KEYS_HEAD = 'keys/index.json'

/** `keys/index.json`. */
export interface KeysHead {
  /** Number of files that the keys are spread over, by their hashes. */
  files: number
  /** The chains that values name by their places. */
  chains: { chain: string; name: string }[]
  /** `Not paid on Base and Solana in the 30 days to 2026-03-22`: what is true of a wallet without an entry. */
  unpaid: string
  /** `in the 30 days to 2026-03-22`. */
  window: string
}

/** Hexadecimal digits of a key's SHA-256: those that its file follows from, and those that stand for it there. */
const DIGITS = { file: 4, name: 24 }
/** Hexadecimal digits of both: nobody can make another key with the same. */
export const WHOLE_PLACE = DIGITS.file + DIGITS.name

/** The number that the file of a key follows from. */
export const placePrefix = (sha256: string): number => Number.parseInt(sha256.slice(0, DIGITS.file), 16)

/** Place of a key by the SHA-256 of its text: its file, and its name there. */
export const keyPlace = (sha256: string, files: number): { path: string; name: string } => ({
  path: keyPath(placePrefix(sha256) % files),
  name: sha256.slice(DIGITS.file, WHOLE_PLACE),
})

/** The path of a file of keys. */
export const keyPath = (file: number): string => `keys/${file.toString(16).padStart(3, '0')}.txt`

/** The text of a key that is hashed. */
export const agentKeyText = ({ kind, value }: AgentKey): string => `${kind} ${value}`
/** The same of a wallet's payments. */
export const payeeText = (wallet: string): string => `paid ${wallet}`
/** The same of a wallet that a host or an agent is paid at; without a wallet, of all of them. */
export const payeePairText = (subject: 'host' | 'agent', name: string, wallet = ''): string =>
  `pays ${subject} ${name} ${wallet}`

/** An agent that has a key. */
export interface KeyOwner {
  handle: string
  way: Way
}

const BY_SIGN = Object.fromEntries(
  (Object.keys(WAYS) as Way[]).map((way) => [WAYS[way].sign, way]),
) as Record<string, Way>

/** The value of a key: a sign and a handle for each owner, and the number of those left out. */
export const formatOwners = (owners: readonly KeyOwner[], leftOut: number): string =>
  [...owners.map(({ handle, way }) => WAYS[way].sign + handle), ...(leftOut > 0 ? [`+${leftOut}`] : [])].join(
    ' ',
  )

/** Reads such a value. */
export function parseOwners(value: string): { owners: KeyOwner[]; leftOut: number } {
  const parts = value.split(' ')
  return {
    owners: parts.flatMap((part) => {
      const way = BY_SIGN[part[0] ?? '']
      return way === undefined ? [] : [{ handle: part.slice(1), way }]
    }),
    leftOut: Number(parts.find((part) => part.startsWith('+')) ?? 0),
  }
}
