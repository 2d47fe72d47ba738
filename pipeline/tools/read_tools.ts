import { clean } from '../../core/domain/text.ts'

/** Tools of one server that are kept; the longest known list has fewer than half as many. */
const MAX_TOOLS = 2_000
const MAX_NAME_CHARS = 128
const MAX_TITLE_CHARS = 128
const MAX_DESCRIPTION_CHARS = 300
/** Depth of a tool, and values in it: what lies beyond is neither compared nor searched. */
const MAX_DEPTH = 64
const MAX_VALUES = 20_000
/** Code units of all strings and keys of a tool. */
const MAX_TOOL_CHARS = 500_000

/** A tool of an MCP server, as its server declares it. Every text of it is third-party. */
export interface McpTool {
  /** Cleaned, to be shown. */
  name: string
  title: string | null
  description: string | null
  /** JSON Schema as declared, for comparison alone; null if there is none. */
  inputSchema: Record<string, unknown> | null
  /** The whole tool as declared, within the bounds: to compare, to hash and to search, never to be shown. */
  declared: DeclaredTool
}

type DeclaredTool = Readonly<Record<string, unknown>> & { readonly name: string }

export interface McpToolList {
  tools: McpTool[]
  /** Entries that the server listed. */
  listed: number
  /** False if an entry is no tool, or if something lies beyond the bounds. */
  isComplete: boolean
}

/** True if the value is a JSON object. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Room {
  values: number
  chars: number
  isCut: boolean
}

const hasRoom = (room: Room, depth: number): boolean =>
  depth <= MAX_DEPTH && room.values > 0 && room.chars >= 0

/** Copies a value as far as there is room; beyond it stands null. Lone surrogates, which JSON allows, are replaced. */
function copyBounded(value: unknown, room: Room, depth: number): unknown {
  room.values -= 1
  if (!hasRoom(room, depth)) {
    room.isCut = true
    return null
  }
  if (typeof value === 'string') return copyText(value, room)
  // JSON.parse reads 1e999 as Infinity, which JSON cannot write.
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (Array.isArray(value)) return copyArray(value, room, depth)
  return isJsonObject(value) ? copyObject(value, room, depth) : (value ?? null)
}

function copyText(text: string, room: Room): string {
  const kept = text.slice(0, Math.max(0, room.chars))
  if (kept.length < text.length) room.isCut = true
  room.chars -= text.length
  return kept.toWellFormed()
}

function copyArray(values: readonly unknown[], room: Room, depth: number): unknown[] {
  const copy: unknown[] = []
  for (const value of values) {
    if (room.values <= 0) break
    copy.push(copyBounded(value, room, depth + 1))
  }
  if (copy.length < values.length) room.isCut = true
  return copy
}

function copyObject(object: Record<string, unknown>, room: Room, depth: number): Record<string, unknown> {
  // Without a prototype, a key `__proto__` is a key as any other.
  const copy: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(object)) {
    if (room.values <= 0) {
      room.isCut = true
      break
    }
    copy[copyText(key, room)] = copyBounded(object[key], room, depth + 1)
  }
  return copy
}

const cleanText = (text: unknown, max: number): string | null =>
  typeof text === 'string' ? clean(text, max) || null : null

function readTool(entry: unknown): { tool: McpTool; isCut: boolean } | null {
  if (!isJsonObject(entry) || typeof entry.name !== 'string') return null
  const room = { values: MAX_VALUES, chars: MAX_TOOL_CHARS, isCut: false }
  const declared = copyObject(entry, room, 0) as DeclaredTool
  const annotations = isJsonObject(declared.annotations) ? declared.annotations : {}
  const tool = {
    name: clean(entry.name, MAX_NAME_CHARS),
    title: cleanText(declared.title ?? annotations.title, MAX_TITLE_CHARS),
    description: cleanText(declared.description, MAX_DESCRIPTION_CHARS),
    inputSchema: isJsonObject(declared.inputSchema) ? declared.inputSchema : null,
    declared,
  }
  return { tool, isCut: room.isCut }
}

/**
 * Reads the tools of a `tools/list` result, in their order. An entry that is no object, or has no name, is left out; a
 * value that is no list has no tools.
 */
export function readTools(list: unknown): McpToolList {
  const entries = Array.isArray(list) ? list : []
  const read = entries.slice(0, MAX_TOOLS).map(readTool)
  const kept = read.filter((result) => result !== null)
  const isComplete = Array.isArray(list) && kept.length === entries.length && !kept.some(({ isCut }) => isCut)
  return { tools: kept.map(({ tool }) => tool), listed: entries.length, isComplete }
}
