/** Value of a JSON text, and the keys that occur twice in one object: readers differ in which of the two they take. */
export interface ParsedJson {
  value: unknown
  doubled: string[]
}

/** The most levels of lists and objects in a file. */
const MAX_DEPTH = 100

/**
 * JSON as editors write their settings: with comments and commas at the end. Reads each character once, whatever the text.
 * Throws SyntaxError.
 */
export function parseJsonc(text: string): ParsedJson {
  const reader = new JsoncReader(text.replace(/^\uFEFF/, ''))
  return { value: JSON.parse(reader.plain()), doubled: [...reader.doubled] }
}

/** Converts a text to plain JSON, without checking that it is any: `JSON.parse` does. */
class JsoncReader {
  readonly doubled = new Set<string>()
  readonly #text: string
  readonly #plain: string[] = []
  /** The keys of each open object; null for a list. */
  readonly #open: (Set<string> | null)[] = []
  #at = 0
  #hasComma = false
  #string: string | null = null

  constructor(text: string) {
    this.#text = text
  }

  plain(): string {
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] as string
      if (/\s/.test(character)) this.#at += 1
      else if (character === '/') this.#skipComment()
      else this.#consume(character)
    }
    return (this.#hasComma ? [...this.#plain, ','] : this.#plain).join('')
  }

  #consume(character: string): void {
    const isClosing = character === '}' || character === ']'
    // A comma is written when something follows it.
    if (this.#hasComma && !isClosing) this.#plain.push(',')
    this.#hasComma = character === ','
    if (character === '"') this.#consumeString()
    else this.#consumeMark(character, isClosing)
  }

  #consumeMark(character: string, isClosing: boolean): void {
    if (character === '{' || character === '[') this.#pushLevel(character)
    if (isClosing) this.#open.pop()
    if (character === ':') this.#addKey()
    this.#string = null
    const end = ',:{}[]'.includes(character) ? this.#at + 1 : this.#endOfWord()
    if (character !== ',') this.#plain.push(this.#text.slice(this.#at, end))
    this.#at = end
  }

  #pushLevel(character: string): void {
    this.#open.push(character === '{' ? new Set() : null)
    if (this.#open.length > MAX_DEPTH) throw new SyntaxError(`it is nested deeper than ${MAX_DEPTH} levels`)
  }

  #addKey(): void {
    const keys = this.#open.at(-1)
    if (keys == null || this.#string === null) return
    const key = String(JSON.parse(this.#string))
    if (keys.has(key)) this.doubled.add(key)
    keys.add(key)
  }

  #consumeString(): void {
    let end = this.#at + 1
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1
    if (end >= this.#text.length) throw new SyntaxError('a string in the JSON does not end')
    this.#string = this.#text.slice(this.#at, end + 1)
    this.#plain.push(this.#string)
    this.#at = end + 1
  }

  #skipComment(): void {
    const kind = this.#text[this.#at + 1]
    if (kind !== '/' && kind !== '*') throw new SyntaxError('a slash stands alone in the JSON')
    const end = this.#text.indexOf(kind === '/' ? '\n' : '*/', this.#at + 2)
    if (end < 0 && kind === '*') throw new SyntaxError('a comment in the JSON does not end')
    this.#at = end < 0 ? this.#text.length : end + (kind === '/' ? 1 : 2)
    // A comment separates two words like a space.
    this.#plain.push(' ')
  }

  #endOfWord(): number {
    let end = this.#at + 1
    while (end < this.#text.length && !/[\s",:{}[\]/]/.test(this.#text[end] as string)) end += 1
    return end
  }
}
