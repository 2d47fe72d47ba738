/** Maximum size of the JSON of an answer in a body of 8,192 bytes, without its envelope. */
export const MAX_BYTES = 7_800

const UTF8 = new TextEncoder()

/** Returns the fullest form of at most so many bytes, else the leanest; forms are ordered from the fullest. */
export function firstFittingForm<Form extends object>(
  mostBytes: number,
  fullest: Form,
  ...leaner: (() => Form)[]
): Form {
  let form = fullest
  for (const make of leaner) {
    if (countBytes(form) <= mostBytes) return form
    form = make()
  }
  return form
}

/** Size of a value in a body: an answer holds it twice, as an object and as a text of JSON. */
export function countBytes(value: object): number {
  const text = JSON.stringify(value)
  return UTF8.encode(text).length + UTF8.encode(JSON.stringify(text)).length
}
