import type { LicenseRow, PackageCheckRow, VulnerabilityRow } from './package_check_row.ts'

const REASONS: Readonly<Record<Exclude<PackageCheckRow['state'], 'checked'>, string>> = {
  registry: 'not checked, since OSV is asked about npm and PyPI alone',
  no_version: 'not checked, since no version is named',
  not_yet: 'not asked yet',
}

/** Returns the licence in a sentence. */
export const describeLicense = (license: LicenseRow | null): string =>
  license === null
    ? 'Licence: unknown, since GitHub has not told it.'
    : `Licence of ${license.repository}: ${license.spdx_id ?? 'none stated that GitHub recognises'} (GitHub, ${license.observed_on}).`

/** Returns the name of a package in its version. */
export const namePackage = ({
  registry,
  package: name,
  version,
}: Pick<PackageCheckRow, 'registry' | 'package' | 'version'>): string =>
  `${name}${version === null ? '' : ` ${version}`} (${registry})`

/** Returns the result of a check, after the name of the package. */
export function describePackageCheck({ state, known, asked_on, withdrawn }: PackageCheckRow): string {
  if (state !== 'checked') return REASONS[state]
  const found = known === 0 ? 'none known' : `${known} known`
  const gone = withdrawn.length === 0 ? '' : `; withdrawn by their database: ${withdrawn.join(', ')}`
  return `${found}, source OSV, asked on ${asked_on}${gone}`
}

/** Returns the severity of a vulnerability and the version that mends it, after its id. */
export function describeVulnerability({ id, severity, cvss_score, fixed_in }: VulnerabilityRow): string {
  const grave = id.startsWith('MAL-')
    ? 'the package is reported as malicious'
    : `severity ${severity ?? 'unknown'}${cvss_score === null ? '' : ` (CVSS ${cvss_score.toFixed(1)})`}`
  return `${grave}; ${fixed_in === null ? 'no version is named that mends it' : `mended in ${fixed_in}`}`
}
