import { Cache } from '../../core/domain/cache.ts'
import { clean } from '../../core/domain/text.ts'
import { findRequest } from './asks_model.ts'
import { findEncoded } from './encoded.ts'
import { findHiddenCharacters } from './hidden_characters.ts'
import { readMarkup } from './hidden_markup.ts'
import type { HiddenText, HiddenWay } from './hidden_text.ts'
import { findImperatives, splitName } from './imperatives.ts'
import { dropInvisible } from './invisible.ts'
import { findOutOfSight } from './out_of_sight.ts'
import { listTexts, type PlacedText } from './places.ts'
import type { McpTool } from './read_tools.ts'

/** An instruction to the reader of a list of tools. */
export interface HostileText {
  /** `critical`: hidden from people. `note`: a visible sentence in the imperative, which the quote is. */
  level: 'critical' | 'note'
  way: HiddenWay | 'imperative'
  /** Name of the tool, cleaned. */
  tool: string
  /** As `inputSchema.properties.city.description`; cleaned. */
  place: string
  /** Third-party text, cleaned. */
  quote: string
}

const MAX_FINDINGS = 100
const MAX_QUOTE_CHARS = 300
const MAX_PLACE_CHARS = 200
/** Of one text, characters that are searched. */
const MAX_SEARCHED_CHARS = 100_000
/** Of one list, characters of texts that differ. */
const MAX_LIST_CHARS = 4_000_000
/** A payload may be encoded several times. */
const MAX_LAYERS = 3

/** Texts in which these occur hide nothing in markup. */
const HAS_MARKUP = /[<{\\[%]|^\.\. |^\/{4}|^#\+/m

function findHiddenTexts(text: string, layers: number): HiddenText[] {
  if (layers === 0) return []
  const found = [
    ...findHiddenCharacters(text),
    ...(HAS_MARKUP.test(text) ? readMarkup(text).hidden : []),
    ...findOutOfSight(text),
    ...findEncoded(text),
  ]
  return found.flatMap((hidden) => [
    hidden,
    ...findHiddenTexts(hidden.text, layers - 1).map((inner) => ({ ...inner, way: hidden.way })),
  ])
}

type Found = Pick<HostileText, 'level' | 'way' | 'quote'>

function findCritical({ text, kind }: PlacedText): Found[] {
  const hidden = findHiddenTexts(text, MAX_LAYERS)
  if (kind === 'comment') hidden.push({ way: 'comment', text })
  return hidden.flatMap((found) => {
    const request = findRequest(found)
    return request === null ? [] : [{ level: 'critical' as const, way: found.way, quote: request }]
  })
}

function findNotes({ text, kind }: PlacedText): Found[] {
  const visible = dropInvisible(HAS_MARKUP.test(text) ? readMarkup(text).visible : text)
  const sentences = findImperatives(kind === 'name' ? splitName(visible) : visible)
  return sentences.map((sentence) => ({ level: 'note', way: 'imperative', quote: sentence }))
}

/** A shorter text asks for nothing. */
const MIN_CHARS = 6

/** One critical finding of a text says enough; its notes would repeat it. */
function searchText(placed: PlacedText): Found[] {
  if (placed.text.length < MIN_CHARS) return []
  const bounded = { ...placed, text: placed.text.slice(0, MAX_SEARCHED_CHARS) }
  const critical = findCritical(bounded)
  return critical.length > 0 ? critical.slice(0, 1) : findNotes(bounded)
}

/** Names of keys, types and short descriptions recur in the lists of all servers. */
const MAX_RECURRING_CHARS = 80
const recurring = new Cache<Found[]>({ maxSize: 100_000, maxEntries: 100_000 })

function searchRecurring(key: string, placed: PlacedText): Found[] {
  if (placed.text.length > MAX_RECURRING_CHARS) return searchText(placed)
  return recurring.get(key) ?? recurring.put(key, searchText(placed))
}

const dropRepeated = (findings: readonly HostileText[]): HostileText[] => [
  ...new Map(
    findings.map((finding) => [JSON.stringify([finding.tool, finding.place, finding.quote]), finding]),
  ).values(),
]

/** Searches a text once: names of keys and descriptions of parameters recur in a list. */
function memoizeSearch(): (placed: PlacedText) => Found[] {
  const searched = new Map<string, Found[]>()
  let left = MAX_LIST_CHARS
  return (placed) => {
    const key = `${placed.kind} ${placed.text}`
    const known = searched.get(key)
    if (known !== undefined) return known
    left -= placed.text.length
    const found = left < 0 ? [] : searchRecurring(key, placed)
    searched.set(key, found)
    return found
  }
}

/** Returns the names of the tools with hidden instructions. */
export const listHostileTools = (findings: readonly HostileText[]): string[] =>
  findings.flatMap(({ level, tool }) => (level === 'critical' ? [tool] : []))

/** Finds instructions to the reader in the names, descriptions and schemas of tools; the critical ones come first. */
export function findHostileText(tools: readonly McpTool[]): HostileText[] {
  const search = memoizeSearch()
  const findings = tools.flatMap((tool) =>
    [...listTexts(tool)].flatMap((placed) =>
      search(placed).map((found) => ({
        ...found,
        quote: clean(found.quote, MAX_QUOTE_CHARS),
        tool: tool.name,
        place: clean(placed.place, MAX_PLACE_CHARS),
      })),
    ),
  )
  const [critical, notes] = [true, false].map((isCritical) =>
    findings.filter(({ level }) => (level === 'critical') === isCritical),
  )
  return dropRepeated([...(critical ?? []), ...(notes ?? [])]).slice(0, MAX_FINDINGS)
}
