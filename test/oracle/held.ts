import type { Registration } from './readers/registrations.ts'
import type { Readings } from './readings.ts'

/** With more registrations than this a wallet answers for none. */
export const MAX_HELD = 5

/** True if an agent still belongs to the account that registered it. */
export const isOwnedByRegistrant = ({ events, owner }: Registration): boolean =>
  events.some(({ kind, account }) => kind === 'registered' && account === owner)

/** The wallets that answer for each registration: they made it and have it still, or signed for it. */
export function walletsHolding({ registrations }: Pick<Readings, 'registrations'>): Map<string, Set<string>> {
  const wallets = new Map(
    [...registrations.values()].map((registration): [string, Set<string>] => [
      registration.agent,
      new Set([
        ...(isOwnedByRegistrant(registration) ? [registration.owner] : []),
        ...(registration.signer === '' ? [] : [registration.signer]),
      ]),
    ]),
  )
  const counts = new Map<string, number>()
  for (const held of wallets.values())
    for (const wallet of held) counts.set(wallet, (counts.get(wallet) ?? 0) + 1)
  return new Map(
    [...wallets].map(([agent, held]) => [
      agent,
      new Set([...held].filter((wallet) => (counts.get(wallet) ?? 0) <= MAX_HELD)),
    ]),
  )
}
