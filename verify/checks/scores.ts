import { type Claim, toClaim } from '../claims.ts'
import type { PublishedAgent } from '../published_agent.ts'
import { computeRanks, placeProblems, type RankedScore } from '../ranks.ts'
import type { PublishedRules } from '../score.ts'
import { scoreClaims } from '../score_claims.ts'
import { leafProblems } from './agents.ts'
import type { Newest } from './whole_log.ts'

/** Accumulates the checks over all agents of a release, one after another. */
export class AllAgents {
  readonly #wrong: string[] = []
  readonly #unlogged: string[] = []
  readonly #unscored = new Set<string>()
  readonly #placed: { handle: string; category: string; row: RankedScore }[] = []
  readonly #handles = new Set<string>()

  readonly methodologies: ReadonlyMap<string, PublishedRules>
  readonly day: string
  /** The newest entry about each subject; null where there is no log. */
  readonly newest: Newest | null

  constructor(methodologies: ReadonlyMap<string, PublishedRules>, day: string, newest: Newest | null) {
    this.methodologies = methodologies
    this.day = day
    this.newest = newest
  }

  add(agent: PublishedAgent): void {
    const { summary } = agent
    this.#handles.add(summary.handle)
    for (const { name, result, detail } of scoreClaims(summary, this.methodologies, this.day)) {
      if (result === 'broken') this.#wrong.push(`${name}: ${detail}`)
      if (result === 'not_checked') this.#unscored.add(name.slice(name.lastIndexOf(' ') + 1))
    }
    for (const [category, row] of Object.entries(summary.scores_by_category))
      if (summary.departed === null)
        this.#placed.push({ handle: summary.handle, category, row: row as RankedScore })
    this.#unlogged.push(...this.#entryProblems(agent))
  }

  claims(): Claim[] {
    const left =
      this.#unscored.size === 0
        ? ''
        : `; without ${[...this.#unscored].join(', ')}, whose methodology is missing`
    return [
      toClaim(
        'scores: of all agents, from their signals',
        this.#wrong,
        `${this.#placed.length} scores of ${this.#handles.size} agents${left}`,
      ),
      toClaim('scores: tiers and ranks', this.#rankProblems(), `${this.#placed.length} places`),
      ...(this.newest === null ? [] : [this.#logClaim(this.newest)]),
    ]
  }

  #entryProblems({ summary, ...rest }: PublishedAgent): string[] {
    if (this.newest === null) return []
    const found = this.newest.get(`agent:${summary.handle}`)
    if (found === undefined) return [`${summary.handle}: the log has no entry about it`]
    return leafProblems(found.entry, { summary, ...rest }).map((problem) => `${summary.handle}: ${problem}`)
  }

  #logClaim(newest: Newest): Claim {
    const unpublished = [...newest.values()]
      .filter(({ entry }) => entry.subject === `agent:${entry.handle}` && !this.#isAccountedFor(entry))
      .map(({ entry }) => `${String(entry.handle)}: the log has it, and nothing is published about it`)
    return toClaim(
      'log: its newest entries say what is published',
      [...this.#unlogged, ...unpublished],
      `${this.#handles.size} agents`,
    )
  }

  /** True if a handle is published, or if its tombstone names a published one that its agent was merged into. */
  #isAccountedFor({ kind, handle, reason }: Record<string, unknown>): boolean {
    if (this.#handles.has(String(handle))) return true
    const into = /^merged into (\S+)$/.exec(String(reason))?.[1]
    return kind === 'tombstone' && into !== undefined && this.#handles.has(into)
  }

  #rankProblems(): string[] {
    const ranks = computeRanks(this.#placed, this.methodologies)
    return this.#placed
      .filter(({ category }) => this.methodologies.has(category))
      .flatMap(({ handle, category, row }) =>
        placeProblems(row, ranks.get(`${category} ${handle}`)).map(
          (problem) => `${handle} in ${category}: ${problem}`,
        ),
      )
  }
}
