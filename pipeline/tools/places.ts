import { isJsonObject, type McpTool } from './read_tools.ts'

/** A text of a tool, and where it stands. */
export interface PlacedText {
  /** As `inputSchema.properties.city.description`. */
  place: string
  text: string
  kind: 'name' | 'comment' | 'text'
}

const join = (place: string, key: string): string => (place === '' ? key : `${place}.${key}`)

/** Payloads and sentences may be divided among the items of a list. */
function joinItems(place: string, items: readonly unknown[]): PlacedText[] {
  const texts = items.filter((item) => typeof item === 'string')
  if (texts.length < 2) return []
  return [
    { place, text: texts.join(''), kind: 'text' },
    { place, text: texts.join(' '), kind: 'text' },
  ]
}

/** Lists all texts of a value, names of keys too. */
function* listValue(place: string, value: unknown, kind: PlacedText['kind']): Generator<PlacedText> {
  if (typeof value === 'string') yield { place, text: value, kind }
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* listValue(`${place}[${index}]`, item, kind)
    yield* joinItems(place, value)
  } else if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) {
      yield { place: join(place, key), text: key, kind: 'name' }
      yield* listValue(join(place, key), item, key === '$comment' ? 'comment' : kind)
    }
}

/** Lists all texts of a tool: name, title, descriptions, names and values of its schemas, and whatever else it declares. */
export function* listTexts({ declared }: McpTool): Generator<PlacedText> {
  for (const [key, value] of Object.entries(declared)) {
    yield { place: key, text: key, kind: 'name' }
    yield* listValue(key, value, key === 'name' ? 'name' : 'text')
  }
}
