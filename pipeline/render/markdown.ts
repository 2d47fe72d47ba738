import { lexer, type Token, type Tokens } from 'marked'

/** A piece of a line; one of these is not null. */
export interface InlineView {
  text: string | null
  code: string | null
  strong: InlineView[] | null
  link: { href: string; inner: InlineView[] } | null
}

/** A block of a text; one of these is not null. */
export interface BlockView {
  heading: { id: string; inner: InlineView[]; is_second: boolean } | null
  paragraph: InlineView[] | null
  /** `what` says what it is, such as the name of a file. */
  code: { text: string; what: string } | null
  items: InlineView[][] | null
  table: { head: InlineView[][]; rows: InlineView[][][] } | null
}

/** Where a link of a page leads on the site; null shows its text alone. */
export type LinkTarget = (href: string) => string | null

const NO_INLINE: InlineView = { text: null, code: null, strong: null, link: null }
const NO_BLOCK: BlockView = { heading: null, paragraph: null, code: null, items: null, table: null }

/**
 * A page of ours in Markdown as blocks that `templates/markdown.hbs` shows, without its title: no markup is passed on, so
 * that what is not known here is an error and not a gap.
 */
export const markdownBlocks = (text: string, target: LinkTarget): BlockView[] =>
  lexer(text)
    .filter(
      ({ type, ...token }) =>
        type !== 'space' && !(type === 'heading' && (token as Tokens.Heading).depth === 1),
    )
    .map((token) => ({ ...NO_BLOCK, ...block(token, target) }))

function block(token: Token, target: LinkTarget): Partial<BlockView> {
  const inline = (tokens: Token[] | undefined) => inlines(tokens ?? [], target)
  switch (token.type) {
    case 'heading':
      return { heading: { id: slug(token.text), inner: inline(token.tokens), is_second: token.depth === 2 } }
    case 'paragraph':
      return { paragraph: inline(token.tokens) }
    case 'code':
      return { code: { text: token.text, what: whatOf(token.lang ?? '') } }
    case 'list':
      return { items: (token as Tokens.List).items.map((item) => inline(item.tokens)) }
    case 'table':
      return { table: tableOf(token as Tokens.Table, inline) }
    default:
      throw new Error(`a page of the site cannot show Markdown of the type ${token.type}`)
  }
}

const tableOf = (
  { header, rows }: Tokens.Table,
  inline: (tokens: Token[]) => InlineView[],
): NonNullable<BlockView['table']> => ({
  head: header.map((cell) => inline(cell.tokens)),
  rows: rows.map((row) => row.map((cell) => inline(cell.tokens))),
})

const inlines = (tokens: Token[], target: LinkTarget): InlineView[] =>
  tokens.flatMap((token): InlineView[] => {
    switch (token.type) {
      case 'text':
        return token.tokens === undefined
          ? [{ ...NO_INLINE, text: token.text }]
          : inlines(token.tokens, target)
      case 'codespan':
        return [{ ...NO_INLINE, code: token.text }]
      case 'strong':
        return [{ ...NO_INLINE, strong: inlines(token.tokens ?? [], target) }]
      case 'link':
        return linked(token.href, inlines(token.tokens ?? [], target), target)
      default:
        throw new Error(`a page of the site cannot show Markdown of the type ${token.type}`)
    }
  })

function linked(href: string, inner: InlineView[], target: LinkTarget): InlineView[] {
  const address = target(href)
  return address === null ? inner : [{ ...NO_INLINE, link: { href: address, inner } }]
}

/** `.mcp.json` of a block that begins with `json .mcp.json`; where nothing is said, its language. */
const whatOf = (info: string): string => {
  const [language = '', ...rest] = info.split(' ')
  return rest.join(' ') || language
}

/** As GitHub names headings in links. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
