import { isSignOfLife } from '../../../pipeline/probes/outcome.ts'
import { toReplayDate } from '../liveness/replay_days.ts'
import { expectOutcome, type TrueAddress } from '../probes/truth.ts'

/** State of an address on a day, in truth. */
export interface TrueDay {
  url: string
  day: string
  state: 'alive' | 'silent' | 'unmeasured'
  /** True if the server says itself that the address is another one than on its good days. */
  is_bad: boolean
}

/** Returns what every address did in truth on a day of the replay; none that no probe should see. */
export async function fetchTrueDay(server: string, day: number): Promise<TrueDay[]> {
  const text = await (await fetch(`${server}/_truth/addresses?day=${day}`)).text()
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TrueAddress & { base?: string })
    .flatMap((address) => toTrueDay(address, toReplayDate(day)))
}

function toTrueDay(address: TrueAddress & { base?: string }, day: string): TrueDay[] {
  const outcome = expectOutcome(address)
  if (outcome === null) return []
  const { url, base, class: name } = address
  const isUnmeasured = address.could_not_measure === true || outcome === 'blocked'
  const state = isUnmeasured ? 'unmeasured' : isSignOfLife(outcome) ? 'alive' : 'silent'
  return [{ url, day, state, is_bad: base !== undefined && base !== name }]
}
