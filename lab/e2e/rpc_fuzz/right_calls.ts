import { Chance } from '../fuzz/chance.ts'
import type { Answer } from '../fuzz/raw_client.ts'
import { rightMessage, type Sent } from './any_message.ts'
import { type Assaulted, type AssaultOptions, assault } from './assault.ts'
import { DOORS } from './doors.ts'
import { parsed } from './parsed.ts'

/** Valid messages that must always be answered correctly, whatever is sent in between. */
const probes = (handle: string) => [
  { door: DOORS.mcp, call: { method: 'tools/call', params: { name: 'list_categories', arguments: {} } } },
  {
    door: DOORS.mcp,
    call: { method: 'tools/call', params: { name: 'find_agents', arguments: { q: 'weather' } } },
  },
  {
    door: DOORS.today,
    call: { method: 'tools/call', params: { name: 'find_agents', arguments: { q: 'a' } } },
  },
  {
    door: DOORS.legacy,
    call: { method: 'tools/call', params: { name: 'get_agent_details', arguments: { handle } } },
  },
  { door: DOORS.a2a, call: { method: 'message/send', params: { message: asksForIndex(handle) } } },
]

const asksForIndex = (id: string) => ({
  ...{ kind: 'message', messageId: id, role: 'user' },
  parts: [{ kind: 'data', data: { skill: 'ghost_index' } }],
})

/** An address in the IPv6 /48 of this number: another number is another caller, however networks are counted. */
const addressBlock = (number: number): string =>
  `${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}:0::1`

/** The right message of this number; each comes from an address of its own, so that no limit is met. */
export function probe(at: number, handle: string): Sent {
  const all = probes(handle)
  const { door, call } = all[at % all.length] as (typeof all)[number]
  return rightMessage(door, call, addressBlock(0x2001_1000 + at))
}

/** Returns the faults of the answer to a valid message. */
export function probeFaults({ door }: Sent, { replies: [reply] }: Answer): string[] {
  const { isError, status } = (parsed(reply?.body ?? '')?.result ?? {}) as Record<string, unknown>
  const isRight =
    door.name === 'a2a'
      ? (status as { state?: unknown } | undefined)?.state === 'completed'
      : isError === false
  return reply?.status === 200 && isRight ? [] : [`a right call was not answered as one (${door.name})`]
}

/**
 * The long comparison of this number: enough of them fill the cache of the service, so that later growth is a leak.
 * Each is from a network of its own.
 */
export function filling(at: number, handles: readonly string[]): Sent {
  const chance = new Chance(at, at)
  const five = Array.from({ length: 5 }, () => chance.pick(handles))
  const params = { name: 'compare_agents', arguments: { handles: [...new Set(five)], detail: 'full' } }
  return rightMessage(DOORS.mcp, { method: 'tools/call', params }, addressBlock(0x2002_0000 + at))
}

const BURST = 70

/** Checks the number of calls of one address that are answered: 60 a minute over both tool servers. */
export async function burst(
  shared: Pick<AssaultOptions, 'port' | 'secrets' | 'connections'>,
): Promise<string[]> {
  const minute = () => Math.floor(Date.now() / 60_000)
  const before = minute()
  const { statuses, faults }: Assaulted = await assault({
    ...{ ...shared, messages: BURST },
    message: (at) =>
      rightMessage(
        at % 2 === 0 ? DOORS.mcp : DOORS.legacy,
        { method: 'tools/call', params: { name: 'get_agent_history', arguments: { handle: 'nobody' } } },
        '2001:db8:ffff::1',
      ),
  })
  const [answered, limited] = [statuses.get(200) ?? 0, statuses.get(429) ?? 0]
  // A window that ends in the middle lets more through.
  const isRight = minute() !== before || (answered === DOORS.mcp.limit && limited === BURST - answered)
  return [
    ...faults.map(({ what, times }) => `${what}, ${times} times`),
    ...(isRight ? [] : [`of ${BURST} calls at once ${answered} were answered and ${limited} limited`]),
  ]
}
