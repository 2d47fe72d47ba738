/** The reason, in a sentence, that no command is made of what a publisher wrote. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Throws a refusal unless this holds. */
export function require(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new Refusal(reason)
}
