import { parseHTML } from 'linkedom'
import { findConcealedClasses, isConcealed } from './hidden_style.ts'
import type { HiddenText } from './hidden_text.ts'

/** A text with markup, taken apart. */
export interface Markup {
  hidden: HiddenText[]
  /** The part that people see. */
  visible: string
}

const CODE = /(`{3,}|~{3,})[\s\S]*?(?:\1|$)|`[^`\n]+`/g
const ELEMENT = 1
const TEXT = 3
const COMMENT = 8
const MIN_CHARS = 8
/** Elements of pages, in a sample of markup: sentences are not written in them. */
const SAMPLE_ELEMENTS = new Set([
  ...[
    'div',
    'form',
    'input',
    'button',
    'table',
    'tr',
    'td',
    'nav',
    'header',
    'footer',
    'main',
    'section',
    'article',
  ],
  ...[
    'h1',
    'h2',
    'h3',
    'ul',
    'ol',
    'li',
    'a',
    'svg',
    'select',
    'option',
    'label',
    'textarea',
    'link',
    'meta',
  ],
])
const TEXT_ATTRIBUTES = /^(?:alt|title|content|value|placeholder|summary|aria-(?:label|description)|data-.+)$/

interface MarkupNode {
  nodeType: number
  nodeValue: string | null
  childNodes: Iterable<MarkupNode>
  attributes?: Iterable<{ name: string; value: string }>
  localName?: string
}

/** Hides markup within code from the parser: there it is shown as it is written. */
const maskCode = (text: string): string => text.replace(CODE, (code) => code.replaceAll('<', '\u2039'))

const readAttributes = (node: MarkupNode): Record<string, string> =>
  Object.fromEntries([...(node.attributes ?? [])].map(({ name, value }) => [name.toLowerCase(), value]))

interface Walk {
  hidden: HiddenText[]
  concealed: string[]
  visible: string[]
  classes: ReadonlySet<string>
  elements: number
}

function visitElement(node: MarkupNode, walk: Walk): boolean {
  const attributes = readAttributes(node)
  for (const [name, value] of Object.entries(attributes))
    if (TEXT_ATTRIBUTES.test(name)) walk.hidden.push({ way: 'attribute', text: value })
  const isHidden = isConcealed(node.localName ?? '', attributes, walk.classes)
  if (!isHidden && SAMPLE_ELEMENTS.has(node.localName ?? '')) walk.elements += 1
  return isHidden
}

function walkNodes(root: MarkupNode, walk: Walk): void {
  const stack: { node: MarkupNode; isHidden: boolean }[] = [{ node: root, isHidden: false }]
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node } = entry
    const isHidden = entry.isHidden || (node.nodeType === ELEMENT && visitElement(node, walk))
    if (node.nodeType === COMMENT) walk.hidden.push({ way: 'comment', text: node.nodeValue ?? '' })
    if (node.nodeType === TEXT) (isHidden ? walk.concealed : walk.visible).push(node.nodeValue ?? '')
    for (const child of [...node.childNodes].reverse()) stack.push({ node: child, isHidden })
  }
}

function readHtml(text: string): Markup {
  const { document } = parseHTML(`<!doctype html><html><body>${text}</body></html>`)
  const walk = { hidden: [], concealed: [], visible: [], classes: findConcealedClasses(text), elements: 0 }
  walkNodes(document as unknown as MarkupNode, walk)
  return collectWalk(walk, /<(?:!doctype|html|head|body)\b/i.test(text))
}

function collectWalk({ hidden, concealed, visible, elements }: Walk, isPage: boolean): Markup {
  hidden.push({ way: 'styled_away', text: concealed.join(' ') })
  const isSample = elements > 0 || isPage
  return {
    hidden: hidden
      .filter(({ text }) => text.trim().length >= MIN_CHARS)
      .map((found) => ({ ...found, isSample })),
    visible: visible.join(' '),
  }
}

/** Comments of markup languages other than HTML; the last group that matched is the text. */
const COMMENTS: readonly RegExp[] = [
  /^[ \t]*\[[^\]\n]{0,40}\]:[ \t]*(?:#|<>|\S+)[ \t]+(?:\(([^\n]*)\)|"([^\n]*)"|'([^\n]*)'|([^\n]+))$/gmu,
  /\{\/\*([\s\S]{0,2000}?)\*\/\}/gu,
  /\{#([\s\S]{0,2000}?)#\}/gu,
  /\{\{!(?:--)?([\s\S]{0,2000}?)(?:--)?\}\}/gu,
  /<%(?:#|--)([\s\S]{0,2000}?)%>/gu,
  /<\?([^>]{0,2000})>/gu,
  /%%([^%\n]{8,2000})%%/gu,
  /\\iffalse\b([\s\S]{0,2000}?)\\fi\b/gu,
  /\\(?:h?phantom|vphantom)\{([^}]{0,2000})\}/gu,
  /\\(?:text)?color\{(?:white|transparent)\}\s*\{?([^}$]{0,2000})/gu,
  /^\.\. (?![\w-]+::|_|\[|\|)([^\n]+(?:\n[ \t]+[^\n]+)*)/gmu,
  /^\/{4,}\n([\s\S]{0,2000}?)\n\/{4,}/gmu,
  /^#\+begin_comment\n([\s\S]{0,2000}?)\n#\+end_comment/gimu,
]
const TITLES: readonly RegExp[] = [
  /!\[([^\]\n]{8,500})\]\(/gu,
  /\]\([^\s)]{1,500}\s{1,9}["']([^"'\n]{8,500})["']\)/gu,
]

const pickGroups = (text: string, way: HiddenText['way'], patterns: readonly RegExp[]): HiddenText[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      way,
      text: match.slice(1).find((group) => group !== undefined) ?? '',
    })),
  )

const dropMatches = (text: string): string =>
  COMMENTS.reduce((rest, pattern) => rest.replace(pattern, ' '), text)

/** Takes comments, attributes and text styled away out of a text; what is left is what people see. */
export function readMarkup(text: string): Markup {
  const masked = maskCode(text)
  const html = masked.includes('<') ? readHtml(masked) : { hidden: [], visible: masked }
  const others = [...pickGroups(masked, 'comment', COMMENTS), ...pickGroups(masked, 'attribute', TITLES)]
  return { hidden: [...html.hidden, ...others], visible: dropMatches(html.visible) }
}
