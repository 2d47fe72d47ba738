/** A thing that the page can check. */
export type Given =
  | { kind: 'attestation'; text: string }
  | { kind: 'agent'; handle: string }
  | { kind: 'day'; day: string }
  | { kind: 'hash'; sha256: string }

const DAY = /^\d{4}-\d{2}-\d{2}$/
const HASH = /^(?:sha256:)?([0-9a-f]{64})$/i
const HANDLE = /^[a-z0-9][a-z0-9-]*$/i
/** The addresses of an agent and of a recorded answer, as they are copied. */
const ADDRESS = /^https?:\/\/[^/]+(?:\/.*)?\/(?:agents|agent|embed|evidence)\/([A-Za-z0-9-]+)/

/** Returns the kind of what was typed or pasted; null where it is nothing of these. */
export function readGiven(text: string): Given | null {
  const trimmed = text.trim()
  if (/^[{[]/.test(trimmed)) return { kind: 'attestation', text: trimmed }
  const named = ADDRESS.exec(trimmed)?.[1] ?? trimmed
  const sha256 = HASH.exec(named)?.[1]?.toLowerCase()
  if (sha256 !== undefined) return { kind: 'hash', sha256 }
  if (DAY.test(named)) return { kind: 'day', day: named }
  return HANDLE.test(named) ? { kind: 'agent', handle: named.toLowerCase() } : null
}
