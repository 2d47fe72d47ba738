import { distance } from 'fastest-levenshtein'

/**
 * How many letters have to be put in, left out, replaced or swapped with the next to make one text of the other;
 * `most + 1` where that is more than `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  return Math.min(editsBetween(one, other, most), most + 1)
}

/** A swap is two edits for the library: only what is within twice the most can be nearer than it says. */
function editsBetween(one: string, other: string, most: number): number {
  const edits = distance(one, other)
  if (edits < 2 || edits > 2 * most || !mayHaveSwap(one, other)) return edits
  const start = sharedStart(one, other)
  const [a, b] = [one.slice(start), other.slice(start)]
  const rests: [string, string][] = [
    [a.slice(1), b],
    [a, b.slice(1)],
    [a.slice(1), b.slice(1)],
  ]
  if (a[0] === b[1] && a[1] === b[0]) rests.push([a.slice(2), b.slice(2)])
  return Math.min(edits, ...rests.map(([x, y]) => 1 + editsBetween(x, y, most - 1)))
}

function mayHaveSwap(one: string, other: string): boolean {
  for (let at = 1; at < one.length; at += 1)
    if (one[at] !== one[at - 1] && other.includes(`${one[at]}${one[at - 1]}`)) return true
  return false
}

function sharedStart(one: string, other: string): number {
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}
