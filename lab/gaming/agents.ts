import { createHash } from 'node:crypto'
import { type Rows, times, together } from './attack.ts'
import {
  answeringHost,
  card,
  LISTED_DAYS,
  listing,
  offer,
  PRICE,
  payment,
  proof,
  registration,
  repository,
  server,
  wallet,
} from './rows.ts'
import { DAYS_READ } from './world.ts'

/** The number under which an attacker registers. */
export const agentId = (name: string): number =>
  1_000_000 + Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 8), 16)

/** An attacker's service before anybody uses it. */
export interface Presence {
  resources: number
  skills: number
  /** Days since its registration. */
  daysOld: number
  /** That its host never asks for payment itself, so that only a feed names the wallet. */
  isSilent?: true
}

export const PRESENT: Presence = { resources: 1, skills: 4, daysOld: 0 }

/** A host that sells, serves a card, answers and names its own registration: all that costs next to nothing. */
export function presence(name: string, { resources, skills, daysOld, isSilent }: Presence = PRESENT): Rows {
  const host = `${name}.example`
  const sold = isSilent ? listing : offer
  return together(
    times(resources, (index) =>
      sold(host, `api/${index}`, wallet(name), { daysOld: daysOld > LISTED_DAYS ? DAYS_READ : LISTED_DAYS }),
    ),
    card(host, skills),
    answeringHost(host),
    registration(agentId(name), host, host, daysOld, name),
    proof(host, [agentId(name)]),
  )
}

/** The record of the host's listing: one agent with its card and its registration once the host asks for payment itself. */
export const seller = (name: string): string => `x402_bazaar:${name}.example`

/** The record of the host's card: of a host that never asks itself, an agent apart from its listing. */
export const cardHolder = (name: string): string => `a2a_cards:${name}.example`

/** Days ago on which a wallet pays: once, on three days in a row, or twice with a week in between. */
export const ONCE = [0]
export const IN_A_ROW = [0, 1, 2]
export const A_WEEK_APART = [0, 7]

/** So many wallets that pay the attacker, the first `returning` of them on all these days, the others on the first. */
export const payers = (
  name: string,
  count: number,
  daysAgo: number[],
  returning = count,
  amount = PRICE,
): Rows =>
  times(count, (index) =>
    together(
      ...(index < returning ? daysAgo : daysAgo.slice(0, 1)).map((day) =>
        payment(wallet(`${name} ${index}`), wallet(name), day, amount),
      ),
    ),
  )

/** The server of an attacker under its own GitHub account, with its own repository. */
export const ownServer = (
  name: string,
  stars: number,
  forks: number,
  packages: string[],
  daysOld = 0,
): Rows =>
  together(
    server(`io.github.${name}/tool`, `${name}/tool`, packages, daysOld),
    repository(`${name}/tool`, stars, forks, daysOld),
  )
