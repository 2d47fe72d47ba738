import type { Http } from '../../http/http.ts'
import { askOwners, type ContractState } from './ask_owners.ts'
import { CheckUnmade, UNMADE } from './unmade.ts'

/** Answers whether ids have an owner, from the first node that knows owners; no id is asked for twice. */
export class Owners {
  readonly #http: Http
  readonly #nodes: string[]
  readonly #state: ContractState
  readonly #owned = new Map<number, boolean>()

  constructor(http: Http, nodes: readonly string[], state: ContractState) {
    this.#http = http
    this.#nodes = [...nodes]
    this.#state = state
  }

  /** The number of ids that were asked for. */
  get asked(): number {
    return this.#owned.size
  }

  /** Leaves the nodes that know no owner of any of these registered ids. Throws CheckUnmade where none is left. */
  async chooseNode(controls: readonly number[]): Promise<void> {
    if (controls.length === 0) return
    while ((await this.ask(controls)).every((isOwned) => !isOwned)) {
      for (const id of controls) this.#owned.delete(id)
      this.#leave(new CheckUnmade(UNMADE.noOwners))
    }
  }

  /** Returns for each id whether it has an owner. Throws the CheckUnmade of the first node where none says so. */
  async ask(ids: readonly number[]): Promise<boolean[]> {
    const fresh = [...new Set(ids)].filter((id) => !this.#owned.has(id))
    for (const [i, isOwned] of (await this.#askNodes(fresh)).entries())
      this.#owned.set(fresh[i] as number, isOwned)
    return ids.map((id) => this.#owned.get(id) === true)
  }

  async #askNodes(ids: readonly number[]): Promise<boolean[]> {
    let first: CheckUnmade | null = null
    for (;;) {
      const [node] = this.#nodes
      if (node === undefined) throw first ?? new CheckUnmade(UNMADE.noNode)
      try {
        return await askOwners(this.#http, node, this.#state, ids)
      } catch (error) {
        if (!(error instanceof CheckUnmade)) throw error
        first ??= error
        this.#nodes.shift()
      }
    }
  }

  /** Goes on to the next node. Throws the reason where it was the last. */
  #leave(reason: CheckUnmade): void {
    this.#nodes.shift()
    if (this.#nodes.length === 0) throw reason
  }
}
