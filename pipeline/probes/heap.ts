/** A priority queue: the item that sorts first is taken first. */
export class Heap<T> {
  readonly #items: T[] = []
  readonly #isBefore: (a: T, b: T) => boolean

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore
  }

  get size(): number {
    return this.#items.length
  }

  peek(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!this.#isBefore(item, items[above] as T)) break
      items[at] = items[above] as T
      at = above
    }
    items[at] = item
  }

  pop(): T | undefined {
    const [first] = this.#items
    const last = this.#items.pop()
    if (this.#items.length > 0 && last !== undefined) this.#sink(last)
    return first
  }

  #sink(item: T): void {
    const items = this.#items
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= items.length) break
      const isRight = left + 1 < items.length && this.#isBefore(items[left + 1] as T, items[left] as T)
      const below = isRight ? left + 1 : left
      if (!this.#isBefore(items[below] as T, item)) break
      items[at] = items[below] as T
      at = below
    }
    items[at] = item
  }
}
