import { clean } from '../../../core/domain/text.ts'
import type {
  PackageCheckRow,
  PackageChecks,
  VulnerabilityRow,
} from '../../../core/views/package_check_row.ts'
import type { Database } from '../../model/database.ts'

const MAX_PACKAGES = 10
const MAX_VULNERABILITIES = 20
const NAME_LENGTH = 200
const VERSION_LENGTH = 100

type OfAgent<T> = T & { handle: string; total: number }

/** Returns a lookup of the package checks of the chosen agents; null for one without a package. */
export async function readPackageChecks(
  db: Database,
  chosen: string,
): Promise<(handle: string) => PackageChecks | null> {
  const packages = await db.rows<OfAgent<PackageCheckRow>>(
    `select *, count(*) over (partition by handle) as total from package_checks where handle in ${chosen}
     qualify row_number() over (
       partition by handle order by coalesce(known, 0) desc, registry, package, version nulls first
     ) <= ${MAX_PACKAGES}
     order by handle, coalesce(known, 0) desc, registry, package, version nulls first`,
  )
  const known = await db.rows<OfAgent<VulnerabilityRow>>(
    `select handle, registry, package, version, id, severity, cvss_score, fixed_in,
       count(*) over (partition by handle) as total
     from vulnerabilities where handle in ${chosen}
     qualify row_number() over (partition by handle order by ${GRAVEST_FIRST}) <= ${MAX_VULNERABILITIES}
     order by handle, ${GRAVEST_FIRST}`,
  )
  const listed = Map.groupBy(packages, (row) => row.handle)
  const found = Map.groupBy(known, (row) => row.handle)
  return (handle) => {
    const [own, vulnerable = []] = [listed.get(handle), found.get(handle)]
    if (own === undefined) return null
    return {
      total: own[0]?.total ?? 0,
      packages: own.map(toShown),
      known_total: vulnerable[0]?.total ?? 0,
      known: vulnerable.map(toShown),
    }
  }
}

const GRAVEST_FIRST = `list_position(['critical', 'high', 'medium', 'low', 'none'], severity) nulls last,
  cvss_score desc nulls last, registry, package, version, id`

const toShown = <T extends PackageCheckRow | VulnerabilityRow>({
  handle: _,
  total: __,
  ...row
}: OfAgent<T>) => ({
  ...row,
  package: clean(row.package, NAME_LENGTH),
  version: row.version === null ? null : clean(row.version, VERSION_LENGTH),
})
