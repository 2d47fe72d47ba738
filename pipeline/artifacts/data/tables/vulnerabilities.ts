import { SEVERITIES } from '../../../osv/severity.ts'
import { dateColumn, decimalColumn, listColumn, textColumn, timeColumn } from '../column.ts'
import { handleColumn, sha256Column } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'vulnerabilities',
  about:
    'One row per agent, package that its MCP servers list in the version that they name, and vulnerability that OSV knows in it. Facts of OSV and its databases; withdrawn ones are left out. No row says nothing of a package that was not checked.',
  key: ['handle', 'registry', 'package', 'version', 'id'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select * from vulnerabilities',
  columns: {
    handle: handleColumn,
    registry: textColumn('Registry of the package', { required: true, values: ['npm', 'pypi'] }),
    package: textColumn('Name of the package', { required: true, thirdParty: { most: 214 } }),
    version: textColumn('Version that the server names', { required: true, thirdParty: { most: 100 } }),
    id: textColumn('Id of the vulnerability; it is at https://osv.dev/vulnerability/ID', {
      required: true,
      pattern: '^[A-Za-z0-9_.:-]{1,100}$',
    }),
    severity: textColumn('Severity by CVSS, else as its database says; null where unknown', {
      values: SEVERITIES,
    }),
    cvss_score: decimalColumn(3, 1, 'Base score of CVSS', { minimum: 0, maximum: 10 }),
    cvss_vector: textColumn('Vector of CVSS that the score follows from'),
    fixed_in: textColumn('Lowest version above this one that mends it; null where none is named', {
      thirdParty: { most: 100 },
    }),
    aliases: listColumn('Other ids of it', { required: true }),
    published_at: timeColumn('When it was published'),
    modified_at: timeColumn('When its record last changed'),
    asked_on: dateColumn('Day on which OSV was asked about the package', { required: true }),
    observed_at: timeColumn('When its record was read', { required: true }),
    response_sha256: sha256Column,
  },
})
