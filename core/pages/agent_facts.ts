import type { AgentRecord } from '../views/agent_record.ts'
import { describeIncident } from '../views/incident_words.ts'
import {
  describeLicense,
  describePackageCheck,
  describeVulnerability,
  namePackage,
} from '../views/package_words.ts'

interface IncidentView {
  kind: string
  url: string
  says: string
}

/** Incidents that are shown before the others. */
const MAX_FIRST = 1

/** Parts of the page of an agent: its licence, the vulnerabilities of its packages, and its incidents. */
export interface AgentFactsView {
  /** Null for an agent with neither a licence nor a package. */
  security: {
    license: string
    /** Names are third-party text. */
    packages: { name: string; says: string }[]
    more_packages: number
    vulnerabilities: { name: string; id: string; url: string; says: string }[]
    more_vulnerabilities: number
  } | null
  /** The newest ones, and those before them. */
  incidents: IncidentView[]
  older_incidents: IncidentView[]
  more_incidents: number
}

/** Returns these parts; none of them of an agent that has departed. */
export function agentFacts({ departed_on, license, package_checks, incidents }: AgentRecord): AgentFactsView {
  const hasDeparted = departed_on !== null
  const newest = hasDeparted ? [] : (incidents?.newest ?? [])
  const shown = newest.map((row) => ({ kind: row.kind, url: row.url, says: describeIncident(row) }))
  return {
    security:
      hasDeparted || (license === null && package_checks === null)
        ? null
        : securityView(license, package_checks),
    incidents: shown.slice(0, MAX_FIRST),
    older_incidents: shown.slice(MAX_FIRST),
    more_incidents: hasDeparted ? 0 : (incidents?.total ?? 0) - newest.length,
  }
}

function securityView(
  license: AgentRecord['license'],
  checks: AgentRecord['package_checks'],
): NonNullable<AgentFactsView['security']> {
  const { packages = [], known = [], total = 0, known_total = 0 } = checks ?? {}
  return {
    license: describeLicense(license),
    packages: packages.map((row) => ({ name: namePackage(row), says: describePackageCheck(row) })),
    more_packages: total - packages.length,
    vulnerabilities: known.map((row) => ({
      name: namePackage(row),
      id: row.id,
      url: `https://osv.dev/vulnerability/${row.id}`,
      says: describeVulnerability(row),
    })),
    more_vulnerabilities: known_total - known.length,
  }
}
