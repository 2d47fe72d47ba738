/** A field of a form that tries an operation. */
export interface TriedField {
  name: string
  isInPath: boolean
  value: string
}

/** Builds the address that a form requests: empty fields are not sent. */
export function triedAddress(path: string, fields: TriedField[]): string {
  const target = fields
    .filter(({ isInPath }) => isInPath)
    .reduce(
      (address, { name, value }) => address.replace(`{${name}}`, encodeURIComponent(value.trim())),
      path,
    )
  const query = new URLSearchParams(
    fields
      .filter(({ isInPath, value }) => !isInPath && value.trim() !== '')
      .map(({ name, value }): [string, string] => [name, value.trim()]),
  ).toString()
  return query === '' ? target : `${target}?${query}`
}
