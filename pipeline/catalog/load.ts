import { AssayError } from '../../core/domain/errors.ts'
import { anchors } from './anchors.ts'
import type { Catalog, Developer, ModelFamily } from './catalog.ts'
import { chains } from './chains.ts'
import { developers } from './developers.ts'
import { facilitators } from './facilitators.ts'
import { modelFamilies } from './model_families.ts'

/** The curated facts of the real world; a live run and a replay read them. */
export const realCatalog: Catalog = { families: modelFamilies, developers, facilitators, anchors, chains }

/**
 * Throws an AssayError that names the first entry that is wrong and says how to repair it. A run calls it before
 * it uses a catalogue, so that a slip in curation cannot tie a name or a repository to two agents.
 */
export const checkCatalog = ({ families, developers, anchors = [] }: Catalog): void => {
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
    checkPackages(developer)
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
}

type Claim = [entry: string, value: string]

const reject = (entry: string, problem: string): never => {
  throw new AssayError(`catalogue entry ${JSON.stringify(entry)}: ${problem}`)
}

const claims = <Key extends string>(
  entries: ({ id: string } & { [K in Key]?: string[] })[],
  key: Key,
): Claim[] => entries.flatMap((entry) => (entry[key] ?? []).map((value): Claim => [entry.id, value]))

const claimOnce = (what: string, claimed: Claim[]): void => {
  const owners = new Map<string, string>()
  for (const [entry, value] of claimed) {
    const owner = owners.get(value.toLowerCase())
    if (owner) reject(entry, `the ${what} "${value}" is also listed in "${owner}": keep it in one place`)
    owners.set(value.toLowerCase(), entry)
  }
}

const checkEntry = (entry: ModelFamily | Developer): void => {
  const { id, name, source_urls } = entry
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) {
    reject(id, 'an id is 1 to 64 lower-case letters, digits and hyphens, and does not start with a hyphen')
  }
  if (!name.trim()) reject(id, 'the name is empty: spell it as its publisher does')
  if (source_urls.length === 0) reject(id, 'add the address of a public page where these facts can be read')
  for (const url of 'website' in entry ? [entry.website, ...source_urls] : source_urls) {
    if (!isHttps(url)) reject(id, `"${url}" must be an absolute https address`)
  }
}

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'

const checkFamily = (family: ModelFamily, organizations: Set<string>): void => {
  const { id, organization, arena, openrouter, huggingface = [] } = family
  if (organization !== null && !organizations.has(organization)) {
    reject(id, `the organization "${organization}" is not a developer in this catalogue: add it, or use null`)
  }
  const patterns = [...arena, ...openrouter, ...huggingface]
  if (patterns.length === 0) reject(id, 'no pattern: without one, no name can belong to the family')
  for (const pattern of patterns) {
    const problem = patternProblem(pattern)
    if (problem) reject(id, `the pattern "${pattern}" ${problem}`)
  }
}

const patternProblem = (pattern: string): string | null => {
  if (!pattern.startsWith('^')) return 'must start with ^'
  if (outsideGroups(pattern).includes('|')) return 'has | outside a group: only its first part is anchored'
  // RE2, the engine of SQL's regexp_matches, has neither.
  if (/\(\?(?!:)|\\[1-9]/.test(pattern)) return 'has a look-around or a back-reference, which SQL cannot run'
  try {
    return new RegExp(pattern, 'i').test('') ? 'matches every name' : null
  } catch (cause) {
    return `does not compile: ${(cause as Error).message}`
  }
}

const outsideGroups = (pattern: string): string => {
  let rest = pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')
  while (/\([^()]*\)/.test(rest)) rest = rest.replace(/\([^()]*\)/g, '')
  return rest
}

const checkRepositories = ({ id, github, repositories }: Developer): void => {
  const accounts = new Set(github.map((account) => account.toLowerCase()))
  for (const repository of repositories) {
    const [account, name, ...rest] = repository.split('/')
    if (!account || !name || rest.length > 0) reject(id, `the repository "${repository}" is not owner/name`)
    if (!accounts.has((account ?? '').toLowerCase())) {
      reject(id, `the repository "${repository}" belongs to none of its GitHub accounts: add the account`)
    }
  }
}

const NPM = /^npm:(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/
const PYPI = /^pypi:[a-z\d]+(?:-[a-z\d]+)*$/

const checkPackages = ({ id, packages = [] }: Developer): void => {
  for (const name of packages) {
    if (NPM.test(name) || PYPI.test(name)) continue
    reject(id, `the package "${name}" must be npm:name or pypi:name, in lower case; PyPI names use hyphens`)
  }
}
