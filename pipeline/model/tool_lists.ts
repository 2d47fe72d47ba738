import { findHostileText, type HostileText, listHostileTools } from '../tools/hostile_text.ts'
import { readTools } from '../tools/read_tools.ts'
import type { Database } from './database.ts'
import type { Model } from './order.ts'
import { createTable } from './tables.ts'

const COLUMNS = { received_hash: 'VARCHAR', tools: 'JSON', findings: 'JSON' }

/** Of each level and list. */
const MAX_FINDINGS = 5

const limitFindings = (findings: readonly HostileText[]): HostileText[] =>
  (['critical', 'note'] as const).flatMap((level) =>
    findings.filter((finding) => finding.level === level).slice(0, MAX_FINDINGS),
  )

interface Row {
  received_hash: string
  tools: object[]
  findings: object[]
}

function toRow(received_hash: string, list: string): Row {
  const { tools } = readTools(JSON.parse(list))
  const findings = findHostileText(tools)
  const hostile = new Set(listHostileTools(findings))
  return {
    received_hash,
    tools: tools.map(({ name, title, description }) =>
      hostile.has(name) ? { name, title: null, description: null } : { name, title, description },
    ),
    findings: limitFindings(findings),
  }
}

/**
 * The newest list of tools of each address, read once however many servers have it: one row per list as received, with
 * its tools in the server's order, cleaned and cut, and the instructions to the reader in it, the hidden ones first. Of a
 * tool with hidden ones nothing but the name is repeated: models read what is published.
 */
export const toolLists: Model = {
  name: 'raw_tool_lists',
  reads: ['observed_endpoint_probes', 'stg_endpoint_probes__tool_lists'],
  async build(db: Database) {
    const rows: Row[] = []
    await db.eachChunk(
      `with newest as (
         select received_hash, min(struct_pack(url, observed_on := changed_on)) as read
         from stg_endpoint_probes__tool_lists where nth_newest = 1 group by received_hash
       )
       select newest.received_hash, seen.tools::varchar
       from newest
       join observed_endpoint_probes as seen on seen.url = newest.read.url and seen.observed_on = newest.read.observed_on`,
      (chunk) => {
        for (const [hash, list] of chunk.getRows()) rows.push(toRow(String(hash), String(list)))
      },
    )
    rows.sort((left, right) => (left.received_hash < right.received_hash ? -1 : 1))
    await createTable(db, 'raw_tool_lists', COLUMNS, rows)
  },
}
