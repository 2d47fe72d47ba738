import { z } from 'zod'
import { NOT_PROBED_REASONS, PROBE_OUTCOMES } from './outcome.ts'
import { PROTOCOL_KINDS } from './protocol.ts'

/** Tools of one server that are stored; the longest known list has fewer than half as many. */
const MAX_TOOLS = 2_000

const text = (max: number) => z.string().max(max).nullable()
const count = z.int().min(0).nullable()
const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable()
const json = z.record(z.string(), z.unknown())

/**
 * The row of an address: the result of its last probe, or the reason why there was none. An address that is not due has
 * no new row.
 */
export const probeRow = z.object({
  url: z
    .string()
    .max(2_000)
    .regex(/^[^\p{C}]+$/u),
  host: z.string().max(253),
  kind: z.enum(PROTOCOL_KINDS),
  /** The method that it is declared with; null where no record has one. */
  declared_method: text(20),
  outcome: z.enum(PROBE_OUTCOMES),
  /** Only with `not_probed`. */
  reason: z.enum(NOT_PROBED_REASONS).nullable(),
  status: z.int().nullable(),
  final_url: text(2_048),
  protocol_version: text(50),
  server_name: text(300),
  server_version: text(100),
  /** Milliseconds without time in queues: to the headers of the first answer, and to its end. */
  first_byte_ms: count,
  total_ms: count,
  /** Name of the place of the prober. */
  vantage: z.string().max(50),
  /** True if of its host's addresses only a sample is probed each day. */
  is_sample: z.boolean(),
  /** Addresses of its host that records declare on the day. */
  host_addresses: z.int().min(1),
  quotes: z
    .array(z.object({ network: text(100), asset: text(100), pay_to: text(100), amount: text(100) }))
    .max(40),
  proofs: z.array(z.object({ agent_id: text(100), registry: text(200) })).max(50),
  /** Fields of this protocol alone: the card, interfaces and signatures of A2A, the transport and capabilities of MCP. */
  details: json.nullable(),
  tools_count: count,
  /** SHA-256 of the list of tools as a set: of the last one that was read. */
  tools_hash: hash,
  /** SHA-256 of the list of tools as received. */
  received_hash: hash,
  /** The tools as declared, within bounds; null where `tools_hash` is that of an earlier row. */
  tools: z.array(json).max(MAX_TOOLS).nullable(),
  /** The outcome that a second client saw, where it asked too. */
  control_outcome: z.enum(PROBE_OUTCOMES).nullable(),
  /** State that later probes are scheduled by: the last probe, and the number of probes since the last sign of life. */
  last_probed_on: z.iso.date().nullable(),
  silences: z.int().min(0),
  /** The last POST, and whether its answer was that of a server that expects programs; null where none was sent. */
  posted_on: z.iso.date().nullable(),
  post_is_fitting: z.boolean().nullable(),
})

export type ProbeRow = z.infer<typeof probeRow>
