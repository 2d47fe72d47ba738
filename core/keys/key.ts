/** Kinds of keys that a caller may hold of an agent beside its handle. */
export type KeyKind =
  | 'handle'
  | 'wallet'
  | 'erc8004'
  | 'package'
  | 'repository'
  | 'registry_name'
  | 'account'
  | 'record'
  | 'address'
  | 'host'

/** A reading of a text as a key: kind and value in their one spelling. */
export interface AgentKey {
  kind: KeyKind
  value: string
  /** The chain that a wallet was named with, as a CAIP-2 id or a short name. */
  chain?: string
}

/** The readings of a text, the most specific first. */
export interface KeyReadings {
  keys: AgentKey[]
  /** True if the text can hardly be anything but a key: it is not searched for as words. */
  isClear: boolean
}

/** Maximum length of a key. */
export const MAX_KEY = 300

/** Decodes percent-encoding; returns a text that cannot be decoded as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
