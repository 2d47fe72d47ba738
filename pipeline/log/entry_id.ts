import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** Returns an id for an entry's content that has none: the SHA-256 of its RFC 8785 bytes. */
export const hashValue = (value: unknown): string => hash('sha256', canonicalize(value) ?? '')
