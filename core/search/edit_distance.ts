import { distance } from 'fastest-levenshtein'

/** Edit distance with swaps of neighbours (Damerau-Levenshtein); `max + 1` if it is more than `max`. */
export function editDistance(text: string, other: string, max: number): number {
  if (Math.abs(text.length - other.length) > max) return max + 1
  return Math.min(editsBetween(text, other, max), max + 1)
}

/** A swap is two edits for the library: only a distance within twice the maximum can be less than it returns. */
function editsBetween(text: string, other: string, max: number): number {
  const edits = distance(text, other)
  if (edits < 2 || edits > 2 * max || !mayHaveSwap(text, other)) return edits
  const start = sharedStart(text, other)
  const [a, b] = [text.slice(start), other.slice(start)]
  const rests: [string, string][] = [
    [a.slice(1), b],
    [a, b.slice(1)],
    [a.slice(1), b.slice(1)],
  ]
  if (a[0] === b[1] && a[1] === b[0]) rests.push([a.slice(2), b.slice(2)])
  return Math.min(edits, ...rests.map(([x, y]) => 1 + editsBetween(x, y, max - 1)))
}

function mayHaveSwap(text: string, other: string): boolean {
  for (let at = 1; at < text.length; at += 1)
    if (text[at] !== text[at - 1] && other.includes(`${text[at]}${text[at - 1]}`)) return true
  return false
}

function sharedStart(text: string, other: string): number {
  let at = 0
  while (at < text.length && text.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}
