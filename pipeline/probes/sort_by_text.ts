/** Returns the items sorted by a text of each. */
export function sortByText<T>(items: readonly T[], text: (item: T) => string): T[] {
  const keyed = items.map((item) => ({ item, key: text(item) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item)
}
