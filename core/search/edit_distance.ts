/**
 * How many letters have to be put in, left out, replaced or swapped with the next to make one text of the other;
 * `most + 1` where that is more than `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [before, row] = [
    new Uint8Array(other.length + 1),
    Uint8Array.from({ length: other.length + 1 }, (_, at) => at),
  ]
  for (let i = 1; i <= one.length; i += 1) {
    const next = new Uint8Array(other.length + 1)
    next[0] = i
    let least = i
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one.charCodeAt(i - 1) === other.charCodeAt(j - 1)
      let edits = Math.min(Number(row[j]) + 1, Number(next[j - 1]) + 1, Number(row[j - 1]) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && isSwapped(one, other, i, j)) edits = Math.min(edits, Number(before[j - 2]) + 1)
      next[j] = edits
      least = Math.min(least, edits)
    }
    // A swap looks two rows back, and costs one.
    if (least > most + 1) return most + 1
    before = row
    row = next
  }
  return Math.min(Number(row[other.length]), most + 1)
}

const isSwapped = (one: string, other: string, i: number, j: number): boolean =>
  one.charCodeAt(i - 1) === other.charCodeAt(j - 2) && one.charCodeAt(i - 2) === other.charCodeAt(j - 1)
