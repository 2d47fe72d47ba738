/** A piece of SQL that means something: comments and blanks are left out, strings and quoted names are `text`. */
export interface Token {
  kind: 'word' | 'number' | 'text' | 'sign'
  /** As written; a word in small letters. */
  text: string
  start: number
  end: number
}

const PIECE =
  /(?<blank>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\$[\s\S]*?\$\$)|(?<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<word>[a-z_]\w*)|(?<sign><=|>=|<>|!=|->>|->|=>|:=|::|\|\||==|.)/giy

/** The tokens of an SQL text in order. */
export function tokenize(sql: string): Token[] {
  return [...sql.matchAll(PIECE)].flatMap(({ 0: text, index, groups = {} }): Token[] => {
    const place = { start: index, end: index + text.length }
    if (groups.word) return [{ kind: 'word', text: text.toLowerCase(), ...place }]
    if (groups.number) return [{ kind: 'number', text, ...place }]
    if (groups.text) return [{ kind: 'text', text, ...place }]
    return groups.sign ? [{ kind: 'sign', text, ...place }] : []
  })
}
