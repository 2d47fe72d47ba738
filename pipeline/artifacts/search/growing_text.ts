const FIRST_BYTES = 1024

/** A text that grows, held outside of the heap. */
export class GrowingText {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #length = 0

  append(text: string): void {
    // Three bytes of UTF-8 are the most for a unit of UTF-16.
    const most = this.#length + 3 * text.length
    if (most > this.#bytes.length) this.#grow(Math.max(most, 2 * this.#bytes.length))
    this.#length += this.#bytes.write(text, this.#length)
  }

  toString(): string {
    return this.#bytes.toString('utf8', 0, this.#length)
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafeSlow(size)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
