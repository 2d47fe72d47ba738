import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** The id of what an entry says, where it has none of its own: the SHA-256 of its RFC 8785 bytes. */
export const idOf = (value: unknown): string => hash('sha256', canonicalize(value) ?? '')
