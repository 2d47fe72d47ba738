import { randomFrom } from '../../../test/kit/random.ts'

/** Choices that depend on a seed and a number alone, so that each request can be made again by itself. */
export class Chance {
  readonly #next: () => number

  constructor(seed: number, at: number) {
    this.#next = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(at + 1, 0x85ebca6b))
  }

  /** A whole number from 0 up to but not `end`. */
  below(end: number): number {
    return Math.floor(this.#next() * end)
  }

  /** True so often of a hundred times. */
  percent(often: number): boolean {
    return this.#next() * 100 < often
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** So many hexadecimal digits. */
  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join('')
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }

  /** An address of a network that is kept for examples (RFC 5737). */
  address(): string {
    return `${this.pick(['192.0.2', '198.51.100', '203.0.113'])}.${1 + this.below(254)}`
  }
}
