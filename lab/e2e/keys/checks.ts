import { createHash } from 'node:crypto'
import { CATEGORIES } from '../../../core/domain/category.ts'
import type { Resolution } from '../../../core/resources/resolution.schema.ts'
import type { AgentRecord } from '../../../core/views/agent_record.ts'
import type { Handler } from '../../../serving/handler/handler.ts'
import type { ServedRelease } from '../../../serving/handler/served_release.ts'
import { spellKeys } from './spellings.ts'

/** A host, a wallet that it asks for, and all wallets that it or a listing names for it. */
export interface Pair {
  host: string
  wallet: string
  named: string[]
}

/** Result of one check: how many were asked, and each that was answered wrongly. */
export interface CheckResult {
  name: string
  asked: number
  wrong: string[]
}

/** Asks a release by keys, over REST. */
export class KeyChecks {
  readonly #handler: Handler
  readonly #release: ServedRelease
  /** Of the spellings, how many lead to one agent, and how many list several. */
  readonly counts = { chosen: 0, listed: 0 }

  constructor(handler: Handler, release: ServedRelease) {
    this.#handler = handler
    this.#release = release
  }

  /** Every spelling of every key of some agents of each category leads to them. */
  async spellings(handles: readonly string[], agents: number): Promise<CheckResult> {
    const wrong: string[] = []
    let asked = 0
    for (const agent of await this.#choose(handles, agents))
      for (const key of spellKeys(agent)) {
        asked += 1
        const problem = await this.#leadsTo(agent.handle, key)
        if (problem !== null) wrong.push(problem)
      }
    return { name: `spellings of the keys of ${agents} agents`, asked, wrong }
  }

  async #leadsTo(handle: string, key: string): Promise<string | null> {
    const found = await this.#resolve(key)
    if (found.handle === handle) {
      this.counts.chosen += 1
      return null
    }
    this.counts.listed += 1
    const isListed =
      found.agents.some((agent) => agent.handle === handle) || found.count > found.agents.length
    return isListed
      ? null
      : `${key}: ${handle} is not among ${found.agents.map((agent) => agent.handle).join(', ')}`
  }

  /** Keys that nobody has lead to nobody, and the answer says so. */
  async unknown(count: number): Promise<CheckResult> {
    const wrong: string[] = []
    for (let nth = 0; nth < count; nth += 1) {
      const key = unknownKey(nth)
      const { count: agents, known } = await this.#resolve(key)
      const { status, body } = await this.#get(`/api/trust/evaluate?handle=${encodeURIComponent(key)}`)
      if (agents !== 0 || known || status !== 404 || body.known !== false)
        wrong.push(`${key}: ${status}, ${agents} agents, known ${String(body.known)}`)
    }
    return { name: 'unknown keys', asked: count, wrong }
  }

  /** Look-alikes are listed and suggested after the agents that they look like. */
  async impersonators(handles: readonly string[]): Promise<CheckResult> {
    const wrong: string[] = []
    let asked = 0
    for (const handle of handles) {
      const agent = await this.#release.agentRecord(handle)
      const imitated =
        agent?.trust.flags.filter(({ flag }) => flag === 'impersonation').flatMap(({ related }) => related) ??
        []
      for (const other of imitated) {
        const original = await this.#release.agentRecord(String(other))
        if (agent === null || original === null) continue
        const texts = [...spellKeys(agent), ...spellKeys(original), `${original.name}x`, `${agent.name}x`]
        for (const text of texts) {
          asked += 1
          const order = await this.#order(text)
          if (
            order.includes(original.handle) &&
            order.indexOf(handle) >= 0 &&
            order.indexOf(handle) < order.indexOf(original.handle)
          )
            wrong.push(`${text}: ${handle} is before ${original.handle}`)
        }
      }
    }
    return { name: 'impersonators behind whom they imitate', asked, wrong }
  }

  async #order(text: string): Promise<string[]> {
    const { agents } = await this.#resolve(text)
    if (agents.length > 0) return agents.map(({ handle }) => handle)
    const { body } = await this.#get(`/api/trust/evaluate?handle=${encodeURIComponent(text)}`)
    return ((body.suggestions ?? []) as { handle: string }[]).map(({ handle }) => handle)
  }

  /** The payer's question: a wallet that the host quotes, and one that another host quotes. */
  async pairs(pairs: readonly Pair[]): Promise<CheckResult> {
    const wrong: string[] = []
    for (const [nth, { host, wallet, named }] of pairs.entries()) {
      const rest = [...pairs.slice(nth + 1), ...pairs]
      const other = rest.find((pair) => !named.includes(pair.wallet))
      for (const [asked, expected] of [
        [wallet, 'quoted_by_host'],
        [other?.wallet ?? '', 'other'],
      ] as const) {
        const query = new URLSearchParams({
          handle: `https://${host}/any/path`,
          wallet: asked,
          amount_usd: '0.01',
        })
        const { status, body } = await this.#get(`/api/trust/evaluate?${query}`)
        // Of several agents at a host none is evaluated.
        const isAdvised = status === 404 || (body.verdict === 'reject' && body.within_limit === false)
        if (body.wallet_matches !== expected || (expected === 'other' && !isAdvised))
          wrong.push(
            `${host} ${asked}: ${JSON.stringify([body.wallet_matches, body.verdict, body.within_limit, body.message])}`,
          )
      }
    }
    return { name: 'pairs of host and wallet, right and swapped', asked: 2 * pairs.length, wrong }
  }

  /** Agents by the hash of their handles, as many of each category. */
  async #choose(handles: readonly string[], count: number): Promise<AgentRecord[]> {
    const left = new Map(CATEGORIES.map((category) => [category, Math.ceil(count / CATEGORIES.length)]))
    const chosen: AgentRecord[] = []
    for (const handle of drawHandles(handles)) {
      if (chosen.length >= count) return chosen
      const agent = await this.#release.agentRecord(handle)
      const places = left.get(agent?.primary_category ?? 'service') ?? 0
      if (agent === null || places === 0) continue
      left.set(agent.primary_category, places - 1)
      chosen.push(agent)
    }
    return chosen
  }

  #resolve = async (key: string): Promise<Resolution> =>
    (await this.#get(`/api/resolve?key=${encodeURIComponent(key)}`)).body as unknown as Resolution

  async #get(target: string): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await this.#handler.answer(new Request(`https://assay.example${target}`))
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
}

/** Number of the best known that are drawn from: all categories are among them. */
const BEST_KNOWN = 1_500
/** Of the rest, each of so many is. */
const EVERY = 100

/** Returns handles to choose from, in the order of their hashes. */
function drawHandles(handles: readonly string[]): string[] {
  const drawn = handles.filter((_, at) => at < BEST_KNOWN || at % EVERY === 0)
  return drawn
    .map((handle) => ({ handle, hash: digest(handle) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ handle }) => handle)
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns a key that no record has, of one kind after another. */
function unknownKey(nth: number): string {
  const hex = digest(`unknown ${nth}`)
  const kinds = [
    `0x${hex.slice(0, 40)}`,
    `eip155:8453:0x${hex.slice(0, 40)}`,
    `https://${hex.slice(0, 12)}.invalid/pay`,
    `${hex.slice(0, 12)}.invalid`,
    `eip155:8453/9${Number.parseInt(hex.slice(0, 8), 16)}`,
    `npm:@${hex.slice(0, 8)}/${hex.slice(8, 16)}`,
    `https://github.com/${hex.slice(0, 10)}/${hex.slice(10, 20)}`,
    `io.github.${hex.slice(0, 10)}/${hex.slice(10, 16)}`,
    `pkg:pypi/${hex.slice(0, 16)}`,
    hex.slice(0, 40).replaceAll('0', 'z'),
  ]
  return kinds[nth % kinds.length] as string
}
