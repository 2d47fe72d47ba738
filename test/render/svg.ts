const ENTITY = '&(?:amp|lt|gt|quot|#39);'
const ATTRIBUTE = ` [a-zA-Z][\\w:-]*="[^"<&]*(?:${ENTITY}[^"<&]*)*"`
const TOKEN = new RegExp(`<(/?)([a-z]+)((?:${ATTRIBUTE})*)(/?)>|((?:[^<&]|${ENTITY})+)`, 'uy')

/** Throws unless the text is one well-formed XML element without comments, declarations or raw `<` and `&`. */
export function assertWellFormed(text: string): void {
  const open: string[] = []
  let roots = 0
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match) throw new Error(`not well-formed at ${at}: ${text.slice(at, at + 40)}`)
    const [, closes, tag = '', attributes = '', empty, characters] = match
    const names = [...attributes.matchAll(/ ([\w:-]+)="/g)].map(([, name]) => name)
    if (new Set(names).size !== names.length) throw new Error(`an attribute stands twice in ${tag}`)
    if (open.length === 0 && characters?.trim()) throw new Error('text outside of the root')
    if (open.length === 0 && tag && !closes) roots++
    if (closes && open.pop() !== tag) throw new Error(`</${tag}> closes something else`)
    if (tag && !closes && !empty) open.push(tag)
  }
  if (open.length > 0 || roots !== 1) throw new Error('not exactly one whole root element')
}
