import type { z } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import type { Catalog, Developer, ModelFamily } from './catalog.ts'
import * as cells from './cells.ts'

/**
 * Throws an OperationalError that names the first wrong entry and its repair. A run calls it before it uses a
 * catalogue, so that a slip in curation cannot tie a name or a repository to two agents.
 */
export const checkCatalog = (catalog: Catalog): void => {
  const { families, developers, abilities = [], anchors = [] } = catalog
  const entries = [...families, ...developers]
  for (const entry of entries) checkEntry(entry)
  claimOnce(
    'id',
    entries.map(({ id }) => [id, id]),
  )
  const organizations = new Set(developers.map(({ id }) => id))
  for (const family of families) checkFamily(family, organizations)
  for (const developer of developers) {
    checkRepositories(developer)
    for (const name of developer.packages ?? []) check(cells.packageNameCell, name, developer.id, 'package')
  }
  claimOnce('arena pattern', claims(families, 'arena'))
  claimOnce('openrouter pattern', claims(families, 'openrouter'))
  claimOnce('Hugging Face pattern', claims(families, 'huggingface'))
  claimOnce('GitHub account', claims(developers, 'github'))
  claimOnce('repository', claims(developers, 'repositories'))
  claimOnce('Hugging Face account', claims(developers, 'huggingface'))
  claimOnce('package', claims(developers, 'packages'))
  claimOnce('app', claims(developers, 'apps'))
  claimOnce('same_as', claims(developers, 'same_as'))
  claimOnce(
    'anchor',
    anchors.map(({ chain, operator }) => [chain, `${chain} ${operator}`]),
  )
  claimOnce('chain', listChains(catalog))
  const known = { family: new Set(families.map(({ id }) => id)), developer: organizations }
  for (const { kind, subject } of abilities)
    if (kind !== 'product' && !known[kind].has(subject))
      reject(subject, `abilities.csv has it as a ${kind}, and no ${kind} of this catalogue has this id`)
}

/** Rejects an entry with an invalid value. */
const check = (cell: z.ZodType, value: string, entry: string, field: string): void => {
  const problem = cells.findCellProblem(cell, value)
  if (problem !== null) reject(entry, `the ${field} "${value}" ${problem}`)
}

type Claim = [entry: string, value: string]

/** The chains that are read and those that are not, each with its protocol. */
const listChains = ({ chains, unreadChains = [] }: Catalog): Claim[] => [
  ...chains.flatMap(({ id, erc8004, x402 }): Claim[] => [
    ...(erc8004 ? [['chains.csv', `erc8004 ${id}`] satisfies Claim] : []),
    ...(x402 ? [['chains.csv', `x402 ${id}`] satisfies Claim] : []),
  ]),
  ...unreadChains.map(({ protocol, id }): Claim => ['unread_chains.csv', `${protocol} ${id}`]),
]

const reject = (entry: string, problem: string): never => {
  throw new OperationalError(`catalogue entry ${JSON.stringify(entry)}: ${problem}`)
}

const claims = <Key extends string>(
  entries: ({ id: string } & { [K in Key]?: string[] })[],
  key: Key,
): Claim[] => entries.flatMap((entry) => (entry[key] ?? []).map((value): Claim => [entry.id, value]))

const claimOnce = (field: string, claimed: Claim[]): void => {
  const owners = new Map<string, string>()
  for (const [entry, value] of claimed) {
    const owner = owners.get(value.toLowerCase())
    if (owner) reject(entry, `the ${field} "${value}" is also listed in "${owner}": keep it in one place`)
    owners.set(value.toLowerCase(), entry)
  }
}

const checkEntry = (entry: ModelFamily | Developer): void => {
  const { id, name, source_urls } = entry
  check(cells.idCell, id, id, 'id')
  if (!name.trim()) reject(id, 'the name is empty: spell it as its publisher does')
  if (source_urls.length === 0) reject(id, 'add the address of a public page where these facts can be read')
  for (const url of 'website' in entry ? [entry.website, ...source_urls] : source_urls) {
    check(cells.httpsCell, url, id, 'address')
  }
}

const checkFamily = (family: ModelFamily, organizations: Set<string>): void => {
  const { id, organization, arena, openrouter, huggingface = [] } = family
  if (organization !== null && !organizations.has(organization)) {
    reject(id, `the organization "${organization}" is not a developer in this catalogue: add it, or use null`)
  }
  const patterns = [...arena, ...openrouter, ...huggingface]
  if (patterns.length === 0) reject(id, 'no pattern: without one, no name can belong to the family')
  for (const pattern of patterns) check(cells.patternCell, pattern, id, 'pattern')
}

const checkRepositories = ({ id, github, repositories }: Developer): void => {
  const accounts = new Set(github.map((account) => account.toLowerCase()))
  for (const repository of repositories) {
    check(cells.repositoryCell, repository, id, 'repository')
    if (!accounts.has(repository.toLowerCase().replace(/\/.*/, ''))) {
      reject(id, `the repository "${repository}" belongs to none of its GitHub accounts: add the account`)
    }
  }
}
