/** Two records. */
export type Pair = readonly [string, string]

/** Disjoint sets of records, with pairs that must never be joined. */
export class Groups {
  readonly #parent: Map<string, string>
  readonly #apart: readonly Pair[]

  constructor(ids: readonly string[], apart: readonly Pair[]) {
    this.#parent = new Map(ids.map((id) => [id, id]))
    this.#apart = apart
  }

  /** The name of the group of a record. */
  root(id: string): string {
    let root = id
    for (let up = this.#parent.get(root); up !== undefined && up !== root; up = this.#parent.get(root))
      root = up
    for (let at = id; at !== root; ) {
      const up = this.#parent.get(at) as string
      this.#parent.set(at, root)
      at = up
    }
    return root
  }

  /** Joins the groups of two records unless they must stay apart; returns whether they are in one group now. */
  join(a: string, b: string): boolean {
    const [left, right] = [this.root(a), this.root(b)].sort() as [string, string]
    if (left === right) return true
    const isApart = this.#apart.some(([first, second]) => {
      const roots = [this.root(first), this.root(second)]
      return roots.includes(left) && roots.includes(right)
    })
    if (!isApart) this.#parent.set(right, left)
    return !isApart
  }
}
