import canonicalize from 'canonicalize'

/**
 * Returns the forms of a card that a signature can be of, in base64url: without its signatures as it was served, and as
 * libraries write it that leave out empty values, or also false and 0. Empty for a card that has no canonical form.
 */
export function listPayloads(card: unknown): string[] {
  if (typeof card !== 'object' || card === null || Array.isArray(card)) return []
  const { signatures: _, ...unsigned } = card as Record<string, unknown>
  try {
    const forms = [unsigned, dropEmpty(unsigned, isEmpty), dropEmpty(unsigned, isDefault)]
    const texts = forms.map((form) => canonicalize(form) ?? '')
    return [...new Set(texts)].map((text) => Buffer.from(text).toString('base64url'))
  } catch {
    return []
  }
}

type IsDropped = (value: unknown) => boolean

function dropEmpty(value: unknown, isDropped: IsDropped): unknown {
  if (Array.isArray(value)) return value.map((item) => dropEmpty(item, isDropped))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => [name, dropEmpty(item, isDropped)] as const)
  return Object.fromEntries(entries.filter(([, item]) => !isDropped(item)))
}

const isEmpty: IsDropped = (value) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

const isDefault: IsDropped = (value) => value === false || value === 0 || isEmpty(value)
