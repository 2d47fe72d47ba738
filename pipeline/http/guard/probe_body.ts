import canonicalize from 'canonicalize'
import { hashHex } from '../../archive/archive.ts'
import { parseExactJson } from '../../source/exact_json.ts'

/**
 * Of a page or another text, its first characters. It is the markup and not the visible text: what tells a parked page
 * or a bot check is often a script or a form.
 */
const MAX_TEXT_CHARS = 4_000
/** A crawler reads at least 500 KiB of a robots.txt (RFC 9309): one more tells that it is longer. */
const MAX_ROBOTS_CHARS = 512_001
const MAX_TITLE_CHARS = 300
/** A page is given back as long as it was, up to here: its length tells a registrar's page from others. */
const MAX_GIVEN_CHARS = 65_536
/** Of JSON whose order is kept; schemas of tools stay far below. */
const MAX_DEPTH = 200
const UTF8 = new TextDecoder()
const MAYBE_JSON = /^\s*(?:[[{"\d-]|(?:true|false|null)\s*$)/
const ESCAPED_BACKSLASH = '\\\\'
const LONE_SURROGATE = /\\(?:\\|ud[89a-f][0-9a-f]{2})/g

/** The stored form of an answer's body. */
export interface StoredBody {
  /** Canonical JSON (RFC 8785), or empty. */
  bytes: Buffer
  /** As of ArchivedResponse. */
  form?: 'text' | 'events' | undefined
  /** The keys of each object in the order received, or null where it is not kept. */
  order: string[][] | null
  /** The text that these make, where it is at hand. */
  text?: string | undefined
}

interface StoredText {
  /** Of the whole body, decompressed. */
  bytes: number
  chars: number
  sha256: string
  text: string
  title: string | null
}

/** The body of an answer in the form in which it is stored: JSON whatever its content type says, else its start. */
export function storeBody(raw: Buffer, path: string): StoredBody {
  if (raw.length === 0) return { bytes: raw, order: null }
  const text = UTF8.decode(raw)
  const value = tryParseJson(text)
  try {
    if (value !== undefined) return storeJson(value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  const stored = storeText(raw, text, path)
  return { bytes: Buffer.from(canonicalize(stored) ?? ''), form: 'text', order: null }
}

/** JSON in the form in which it is stored. Throws RangeError where it is nested too deeply. */
export function storeJson(value: unknown): StoredBody {
  const [clean, text] = toCanonical(value)
  const order = hasTools(clean) ? listKeys(clean) : []
  const isSorted = order.every((keys) => keys.every((key, i) => i === 0 || (keys[i - 1] ?? '') < key))
  return isSorted
    ? { bytes: Buffer.from(text), order: null, text }
    : { bytes: Buffer.from(text), order, text: JSON.stringify(clean) }
}

/** Returns the text of a body that `storeBody` stored: the same live and in a replay. */
export function readStoredBody({ bytes, form, order, text: known }: StoredBody): string {
  if (known !== undefined && form === undefined) return known
  if (form !== 'text') return order === null ? bytes.toString() : JSON.stringify(readStoredJson(bytes, order))
  const { text, title, chars } = JSON.parse(bytes.toString()) as StoredText
  const head = title === null || findTitle(text) !== null ? '' : `<!doctype html><title>${title}</title>`
  return (head + text).padEnd(Math.min(chars, MAX_GIVEN_CHARS))
}

/** Returns the stored JSON with the keys of its objects in the order received. */
export function readStoredJson(bytes: Buffer, order: string[][] | null): unknown {
  const value: unknown = JSON.parse(bytes.toString())
  return order === null ? value : withOrder(value, order.values())
}

/** Parses JSON, an unsafe integer as its digits, since RFC 8785 rounds it; undefined for what is none. */
export function tryParseJson(text: string): unknown {
  // Most of what is no JSON is a page, and an error costs more than all the rest.
  if (!MAYBE_JSON.test(text)) return undefined
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

function storeText(raw: Buffer, text: string, path: string): StoredText {
  const start = text.slice(0, path === '/robots.txt' ? MAX_ROBOTS_CHARS : MAX_TEXT_CHARS).toWellFormed()
  return {
    ...{ bytes: raw.length, chars: text.length, sha256: hashHex(raw) },
    // The start of what is no JSON must not become JSON.
    text: tryParseJson(start) === undefined ? start : `${start}…`,
    title: findTitle(text.slice(0, MAX_GIVEN_CHARS)),
  }
}

const findTitle = (text: string): string | null =>
  /<title[^>]{0,100}>([^<]*)/i.exec(text)?.[1]?.trim().slice(0, MAX_TITLE_CHARS).toWellFormed() ?? null

/** A hash of a list of tools as it was received needs the order of its keys; nothing else does. */
const hasTools = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(hasToolsHere) : hasToolsHere(value)

const hasToolsHere = (value: unknown): boolean =>
  Array.isArray((value as { result?: { tools?: unknown } } | null)?.result?.tools)

/** A number out of range or half a character is legal in JSON, not in RFC 8785: a cut-off emoji is no broken answer. */
function toCanonical(value: unknown): [value: unknown, text: string] {
  try {
    return [value, canonicalize(value) ?? '']
  } catch {
    const wellFormed = JSON.stringify(value).replace(LONE_SURROGATE, (found) =>
      found === ESCAPED_BACKSLASH ? found : '\ufffd',
    )
    const clean: unknown = JSON.parse(wellFormed)
    return [clean, canonicalize(clean) ?? '']
  }
}

/** Lists the keys of each object of more than one, from the outside in. */
function listKeys(value: unknown, depth = 0): string[][] {
  if (depth > MAX_DEPTH) throw new RangeError('it is nested too deeply')
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => listKeys(item, depth + 1))
  const keys = Object.keys(value)
  const inner = Object.values(value).flatMap((field) => listKeys(field, depth + 1))
  return [...(keys.length > 1 ? [keys] : []), ...inner]
}

function withOrder(value: unknown, order: Iterator<string[]>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withOrder(item, order))
  const fields = value as Record<string, unknown>
  const names = Object.keys(fields)
  const keys = names.length > 1 ? (order.next().value as string[]) : names
  return Object.fromEntries(keys.map((key) => [key, withOrder(fields[key], order)]))
}
