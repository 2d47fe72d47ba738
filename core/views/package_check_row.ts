/** Licence of the repository that an agent's record names; `spdx_id` is null where none is stated or recognised. */
export interface LicenseRow {
  spdx_id: string | null
  /** On GitHub, as `owner/name`. */
  repository: string
  observed_on: string
}

/** Package that an MCP server of an agent lists; name and version are third-party text. */
interface ListedPackageRow {
  registry: string
  package: string
  version: string | null
}

/** Package with whether OSV was asked about it. */
export interface PackageCheckRow extends ListedPackageRow {
  /** The reason where it is not checked. */
  state: 'checked' | 'registry' | 'no_version' | 'not_yet'
  asked_on: string | null
  /** Number of its vulnerabilities; null where it is not checked. */
  known: number | null
  /** Ids that their database withdrew. */
  withdrawn: string[]
}

/** Vulnerability that OSV knows in such a package; null where its record has none. */
export interface VulnerabilityRow extends ListedPackageRow {
  id: string
  severity: 'critical' | 'high' | 'medium' | 'low' | 'none' | null
  cvss_score: number | null
  fixed_in: string | null
}

/** The packages of an agent, the vulnerable ones first, and the gravest vulnerabilities in them, with their numbers. */
export interface PackageChecks {
  total: number
  packages: PackageCheckRow[]
  known_total: number
  known: VulnerabilityRow[]
}
