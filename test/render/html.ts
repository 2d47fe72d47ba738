const VOID = new Set(['meta', 'link', 'br', 'img', 'input', 'col'])
/** Elements of SVG that hold nothing: closed where they begin. */
const SHAPES = new Set(['path', 'rect', 'line', 'circle', 'use'])
const TOKEN =
  /<!doctype html>|<!--[^-]*-->|<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z0-9:-]+(?:="[^"<]*")?)*)(\/?)>|((?:[^<&]|&(?:[a-z]+|#\d+|#x[0-9a-fA-F]+);)+)/y

/** Throws unless HTML as our templates write it has every element closed in its turn and nothing unescaped. */
export function assertNested(html: string): void {
  const open: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < html.length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(html)
    if (token === null) throw new Error(`not well-formed at: ${html.slice(at, at + 80)}`)
    const [, slash, name, , closed] = token
    if (name === undefined || VOID.has(name)) continue
    if ((closed === '/') !== SHAPES.has(name))
      throw new Error(`<${name}> is ${closed === '/' ? '' : 'not '}closed where it begins`)
    if (closed === '/') continue
    if (slash === '') open.push(name)
    else if (open.pop() !== name)
      throw new Error(`</${name}> closes nothing at: ${html.slice(at - 80, at + 20)}`)
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(', ')}`)
}
