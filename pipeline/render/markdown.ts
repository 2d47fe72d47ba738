import { lexer, type Token, type Tokens } from 'marked'

/** Part of a line; exactly one field is not null. */
export interface InlineView {
  text: string | null
  code: string | null
  strong: InlineView[] | null
  link: { href: string; inner: InlineView[] } | null
}

/** Block of a text; exactly one field is not null. */
export interface BlockView {
  heading: { id: string; inner: InlineView[]; is_second: boolean } | null
  paragraph: InlineView[] | null
  /** `what` is its caption, such as a file name. */
  code: { text: string; what: string } | null
  items: InlineView[][] | null
  table: { head: InlineView[][]; rows: InlineView[][][] } | null
}

/** Maps a link's address to one on the site; null shows the link's text alone. */
export type LinkTarget = (href: string) => string | null

const NO_INLINE: InlineView = { text: null, code: null, strong: null, link: null }
const NO_BLOCK: BlockView = { heading: null, paragraph: null, code: null, items: null, table: null }

/**
 * Returns a Markdown page of ours as blocks for `templates/markdown.hbs`, without its title. No markup is passed on,
 * so an unknown element throws.
 */
export const markdownBlocks = (text: string, target: LinkTarget): BlockView[] =>
  lexer(text)
    .filter(
      ({ type, ...token }) =>
        type !== 'space' && !(type === 'heading' && (token as Tokens.Heading).depth === 1),
    )
    .map((token) => ({ ...NO_BLOCK, ...toBlock(token, target) }))

function toBlock(token: Token, target: LinkTarget): Partial<BlockView> {
  const inline = (tokens: Token[] | undefined) => toInlines(tokens ?? [], target)
  switch (token.type) {
    case 'heading':
      return { heading: { id: slug(token.text), inner: inline(token.tokens), is_second: token.depth === 2 } }
    case 'paragraph':
      return { paragraph: inline(token.tokens) }
    case 'code':
      return { code: { text: token.text, what: parseCaption(token.lang ?? '') } }
    case 'list':
      return { items: (token as Tokens.List).items.map((item) => inline(item.tokens)) }
    case 'table':
      return { table: toTable(token as Tokens.Table, inline) }
    default:
      throw new Error(`a page of the site cannot show Markdown of the type ${token.type}`)
  }
}

const toTable = (
  { header, rows }: Tokens.Table,
  inline: (tokens: Token[]) => InlineView[],
): NonNullable<BlockView['table']> => ({
  head: header.map((cell) => inline(cell.tokens)),
  rows: rows.map((row) => row.map((cell) => inline(cell.tokens))),
})

const toInlines = (tokens: Token[], target: LinkTarget): InlineView[] =>
  tokens.flatMap((token): InlineView[] => {
    switch (token.type) {
      case 'text':
        return token.tokens === undefined
          ? [{ ...NO_INLINE, text: token.text }]
          : toInlines(token.tokens, target)
      case 'codespan':
        return [{ ...NO_INLINE, code: token.text }]
      case 'strong':
        return [{ ...NO_INLINE, strong: toInlines(token.tokens ?? [], target) }]
      case 'link':
        return toLink(token.href, toInlines(token.tokens ?? [], target), target)
      default:
        throw new Error(`a page of the site cannot show Markdown of the type ${token.type}`)
    }
  })

function toLink(href: string, inner: InlineView[], target: LinkTarget): InlineView[] {
  const address = target(href)
  return address === null ? inner : [{ ...NO_INLINE, link: { href: address, inner } }]
}

/** Returns `.mcp.json` for a block that begins with `json .mcp.json`; without such a name, the block's language. */
const parseCaption = (info: string): string => {
  const [language = '', ...rest] = info.split(' ')
  return rest.join(' ') || language
}

/** The anchor of a heading, by GitHub's rule. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
