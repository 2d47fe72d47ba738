import { NUMBERS } from '../../../core/domain/numbers.ts'
import type { Owner } from '../../../core/resources/owner.schema.ts'

/** The agents that are tied to an owner by proof. */
export type ProvenTies = { handle: string }[]

/** Result of one kind of question. */
interface Result {
  name: string
  asked: number
  wrong: string[]
}

type Ask = (target: string) => Promise<Response>

/** Checks what a release says of owners. */
export class OwnerChecks {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** Every agent of an owner is on its page and in its JSON, and no other. */
  async pages(owners: string[], readTies: (owner: string) => Promise<ProvenTies>): Promise<Result> {
    const wrong: string[] = []
    for (const owner of owners) {
      const reply = await this.#ask(`/api/owners/${owner}`)
      const found = (await reply.json()) as Owner
      const page = await (await this.#ask(`/owners/${owner}`)).text()
      const proven = (await readTies(owner)).map(({ handle }) => handle)
      const listed = found.agents?.map(({ handle }) => handle) ?? []
      const missing = proven.filter((handle) => !listed.includes(handle))
      const isCut = found.counts?.agents > NUMBERS.max_owner_agents
      const unproven = listed.filter((handle) => !proven.includes(handle))
      const unshown = listed.filter((handle) => !page.includes(`href="/agents/${handle}"`))
      if (reply.status !== 200) wrong.push(`${owner}: status ${reply.status}`)
      if (missing.length > 0 && !isCut) wrong.push(`${owner} leaves out ${missing.slice(0, 5)}`)
      if (found.counts?.agents !== proven.length)
        wrong.push(`${owner} counts ${found.counts?.agents} of ${proven.length}`)
      if (unproven.length > 0) wrong.push(`${owner} lists without proof ${unproven.slice(0, 5)}`)
      if (unshown.length > 0) wrong.push(`the page of ${owner} does not show ${unshown.slice(0, 5)}`)
    }
    return { name: 'owners', asked: owners.length, wrong }
  }

  /** An owner of one agent leads to its page, and its JSON has that agent. */
  async alone(owners: string[]): Promise<Result> {
    const wrong: string[] = []
    for (const owner of owners) {
      const found = (await (await this.#ask(`/api/owners/${owner}`)).json()) as Owner
      const [agent] = found.agents ?? []
      const location = (await this.#ask(`/owners/${owner}`)).headers.get('location')
      if (agent === undefined || found.agents.length !== 1)
        wrong.push(`${owner}: ${found.agents?.length} agents`)
      else if (location !== `/agents/${agent.handle}#owners`) wrong.push(`${owner} leads to ${location}`)
    }
    return { name: 'owners of one agent', asked: owners.length, wrong }
  }

  /** A wallet that only pays is in no list and has no page; the error leads to what is known of it. */
  async payers(payers: string[], owners: string[]): Promise<Result> {
    const wrong: string[] = []
    const listed = new Set(owners)
    for (const payer of payers) {
      const owner = `wallet:${payer}`
      if (listed.has(owner)) wrong.push(`${owner} is in the list of owners`)
      for (const target of [`/owners/${owner}`, `/api/owners/${owner}`, `/owners/${payer}`]) {
        const reply = await this.#ask(target)
        const { hint = '' } = (await reply.json()) as { hint?: string }
        if (reply.status !== 404 || !hint.includes('/api/resolve?key='))
          wrong.push(`${target}: ${reply.status}`)
      }
    }
    return { name: 'payers', asked: payers.length, wrong }
  }
}
