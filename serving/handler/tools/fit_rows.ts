type Answer = Record<string, unknown>

/**
 * Returns the answer with as many rows as fit: while it is too large, the list with the most text loses its last row,
 * down to one. `left_out` counts each list's omitted rows; a `count` of the rows stays right.
 */
export function fitRows(answer: Answer, isTooLarge: (answer: Answer) => boolean): Answer {
  const lists = Object.entries(answer).filter(isList)
  let fitting = answer
  while (isTooLarge(fitting)) {
    const longest = lists.filter(([, rows]) => rows.length > 1).sort((a, b) => size(b[1]) - size(a[1]))[0]
    if (longest === undefined) break
    longest[1] = longest[1].slice(0, -1)
    fitting = withRows(answer, lists)
  }
  return fitting
}

const isList = (entry: [string, unknown]): entry is [string, unknown[]] =>
  Array.isArray(entry[1]) && entry[0] !== 'limitations' && entry[0] !== 'warnings'

const size = (rows: unknown[]): number => JSON.stringify(rows).length

function withRows(answer: Answer, lists: [string, unknown[]][]): Answer {
  const { notice, ...rest } = answer
  const changed = { ...rest, ...Object.fromEntries(lists) }
  const lengths = lists.map(
    ([name, rows]) => [name, rows.length, (answer[name] as unknown[]).length] as const,
  )
  const [first] = lengths
  if (lengths.length === 1 && answer.count === first?.[2]) changed.count = first?.[1]
  return {
    ...changed,
    left_out: Object.fromEntries(
      lengths.flatMap(([name, now, before]) => (now === before ? [] : [[name, before - now]])),
    ),
    left_out_hint:
      'Some rows were left out to keep the answer short. Use limit or detail=full, where the tool has it, to get them.',
    ...(notice === undefined ? {} : { notice }),
  }
}
