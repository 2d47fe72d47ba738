import { signalName } from '../../../core/domain/signals.ts'
import { clean } from '../../../core/domain/text.ts'
import type { AgentOwner } from '../../../core/views/agent_owner.ts'
import type {
  AgentEndpoint,
  AgentProbe,
  AgentRecord,
  ChangeRow,
  CorrectionRow,
  ReliabilityRow,
  StandingRow,
  ToolListRow,
  TrustRow,
} from '../../../core/views/agent_record.ts'
import type { SellerPayment } from '../../../core/views/payment_row.ts'
import type { Database } from '../../model/database.ts'
import { readConnectRows } from './connect_rows.ts'
import { NAME_LENGTH, shownAddress, shownName, shownText, TEXT_LENGTH } from './display_text.ts'
import { readIncidents } from './incidents.ts'
import { readPackageChecks } from './package_checks.ts'
import { describePayment } from './payment_advice.ts'
import { readTransactions } from './signal_transactions.ts'
import { readStandingSignals, type StandingSignal } from './standing_signals.ts'

const MAX_CHANGES = 100
const MAX_TOOL_LISTS = 3
const MAX_OWNERS = 20

type JoinedField =
  | ('standings' | 'trust' | 'reliability' | 'rails')
  | ('endpoints' | 'tools' | 'probes' | 'changes' | 'corrections' | 'connect')
  | ('owners' | 'payments' | 'package_checks' | 'incidents')
type HandleRow = { handle: string }
/** A row of the `agents` mart with its `identities`; `activity` is the key of a signal. */
type AgentRow = Omit<AgentRecord, JoinedField>
/** The mart names all agents that a flag refers to. */
type TrustMartRow = Omit<TrustRow, 'flags' | 'advice'> & {
  flags: (Omit<TrustRow['flags'][number], 'related'> & { related: string[] })[]
}
type StandingMartRow = Omit<StandingRow, 'signals'> & { signals: StandingSignal[] }

/**
 * Returns the records of the agents that match `where` (a condition on `agents`), ordered by handle, with third-party
 * text cleaned and truncated. The parts of a record are read separately and joined here: DuckDB builds lists within
 * lists far more slowly.
 */
export async function readAgentRecords(db: Database, where: string): Promise<AgentRecord[]> {
  const chosen = `(select handle from agents where ${where})`
  const agents = await db.rows<AgentRow>(
    `select agents.*, identities.records, identities.keys, identities.ties, identities.overrides from agents join identities using (handle)
     where agents.handle in ${chosen} order by agents.handle`,
  )
  const joined = await readJoined(db, chosen)
  return agents.map((agent) => ({ ...toShownRow(agent), ...joined(agent.handle) }))
}

/** Reads the tables besides `agents`; returns a lookup by agent. */
async function readJoined(
  db: Database,
  chosen: string,
): Promise<(handle: string) => Pick<AgentRecord, JoinedField>> {
  const rows = async <T>(sql: string) => Map.groupBy(await db.rows<T & HandleRow>(sql), (row) => row.handle)
  const signals = await readStandingSignals(db, await readTransactions(db, chosen))
  const standings = await rows<StandingMartRow>(
    `select standings.* from standings join categories on categories.id = standings.category
     where standings.handle in ${chosen} order by standings.handle, categories.position`,
  )
  const trust = await rows<TrustMartRow>(
    `select * exclude (basis, liveness, days_since_active) from trust where handle in ${chosen}`,
  )
  const reliability = await rows<ReliabilityRow>(`select * from reliability where handle in ${chosen}`)
  const rails = await rows<{ protocol: AgentRecord['rails'][number] }>(
    `select * from rails where handle in ${chosen}
     order by handle, list_position(['x402', 'mcp', 'erc8004', 'a2a'], protocol)`,
  )
  const endpoints = await rows<AgentEndpoint>(
    `select handle, kind, url from endpoints where handle in ${chosen} order by handle, position, url`,
  )
  const tools = await rows<ToolListRow & { servers: number }>(
    `select * exclude (position, tools_hash) from agent_tools
     where position <= ${MAX_TOOL_LISTS} and handle in ${chosen} order by handle, position`,
  )
  const probes = await rows<AgentProbe>(
    `select * from endpoint_probes where handle in ${chosen} order by handle, kind, url`,
  )
  const changes = await rows<ChangeRow>(
    `select * from recent_changes where handle in ${chosen}
     qualify row_number() over (partition by handle order by day desc, category, kind) <= ${MAX_CHANGES}
     order by handle, day desc, category, kind`,
  )
  const corrections = await rows<CorrectionRow>(
    `select handle, field, corrected_on as date, reason, source_url from corrections
     where status = 'applied' and handle in ${chosen} order by handle, corrected_on, line`,
  )
  const owners = await rows<AgentOwner>(
    `select * exclude (position) from agent_owners
     where position <= ${MAX_OWNERS} and handle in ${chosen} order by handle, position`,
  )
  const payments = await rows<SellerPayment>(
    `select * exclude (position) from seller_payments where handle in ${chosen} order by handle, position`,
  )
  const packageChecks = await readPackageChecks(db, chosen)
  const incidents = await readIncidents(db, chosen)
  const connect = await readConnectRows(db, chosen)
  return (handle) => {
    const shown = getRows(endpoints, handle).flatMap(toEndpoint)
    const trusted = toTrust(getRow(trust, handle))
    return {
      standings: getRows(standings, handle).map((row) => ({ ...withoutHandle(row), signals: signals(row) })),
      trust: trusted,
      reliability: reliability.has(handle) ? withoutHandle(getRow(reliability, handle)) : null,
      rails: getRows(rails, handle).map((row) => row.protocol),
      endpoints: shown,
      tools: {
        servers: getRows(tools, handle)[0]?.servers ?? 0,
        lists: getRows(tools, handle).flatMap(toToolList),
      },
      probes: getRows(probes, handle).flatMap(toProbe),
      package_checks: packageChecks(handle),
      incidents: incidents(handle),
      changes: getRows(changes, handle).map(withoutHandle),
      corrections: getRows(corrections, handle).map(withoutHandle),
      connect: connect(handle, { endpoints: shown, trust: trusted }),
      // Few agents have them.
      ...(owners.has(handle) ? { owners: getRows(owners, handle).map(withoutHandle) } : {}),
      ...(payments.has(handle) ? { payments: getRows(payments, handle).map(withoutHandle) } : {}),
    }
  }
}

const getRows = <T>(rows: Map<string, T[]>, handle: string): T[] => rows.get(handle) ?? []

const getRow = <T>(rows: Map<string, T[]>, handle: string): T => getRows(rows, handle)[0] as T

function withoutHandle<T extends HandleRow>({ handle, ...row }: T): Omit<T, 'handle'> {
  return row
}

/** A flag's reason counts the other agents; only the first of them is named. */
const toTrust = (row: TrustMartRow & HandleRow): TrustRow => ({
  ...withoutHandle(row),
  flags: row.flags.map((flag) => ({ ...flag, related: flag.related[0] ?? null })),
  advice: describePayment(row),
})

function toEndpoint({ kind, url }: AgentEndpoint): AgentEndpoint[] {
  const address = shownAddress(url)
  return address === null ? [] : [{ kind, url: address }]
}

function toToolList({
  servers,
  handle,
  url,
  ...row
}: ToolListRow & HandleRow & { servers: number }): ToolListRow[] {
  const address = shownAddress(url)
  return address === null ? [] : [{ url: address, ...row }]
}

function toProbe(row: AgentProbe & HandleRow): AgentProbe[] {
  const address = shownAddress(row.url)
  return address === null ? [] : [{ ...withoutHandle(row), url: address }]
}

/** Returns an agent's own row with its third-party text as displayed. */
function toShownRow(agent: AgentRow): AgentRow {
  return {
    ...agent,
    name: shownName(agent),
    description: shownText(agent.description),
    activity: agent.activity === null ? null : signalName(agent.activity),
    website: shownAddress(agent.website),
    repository_url: shownAddress(agent.repository_url),
    records: agent.records.map((record) => ({ ...record, name: clean(record.name, NAME_LENGTH) })),
    keys: agent.keys.map((key) => clean(key, TEXT_LENGTH)),
    ties: agent.ties.map((tie) => ({ ...tie, key: clean(tie.key, TEXT_LENGTH) })),
    overrides: agent.overrides.map((row) => ({
      ...row,
      record: clean(row.record, TEXT_LENGTH),
      other: clean(row.other, TEXT_LENGTH),
    })),
  }
}
