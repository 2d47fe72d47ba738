import { isSignOfLife } from '../../../pipeline/probes/outcome.ts'
import { toReplayDate } from '../liveness/replay_days.ts'
import { expectOutcome, type TrueAddress } from '../probes/truth.ts'

/** State of an address on a day, in truth. */
export interface TrueDay {
  url: string
  day: string
  is_alive: boolean
  /** True if a prober is right that says it was not let in: a host with a limit, or a bot check. */
  is_unmeasured: boolean
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
  const is_unmeasured = address.could_not_measure === true || outcome === 'blocked'
  const is_bad = base !== undefined && base !== name
  return [{ url, day, is_alive: isSignOfLife(outcome), is_unmeasured, is_bad }]
}
