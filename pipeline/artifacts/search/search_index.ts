import { clean } from '../../../core/domain/text.ts'
import { JSON_TYPE } from '../../../core/interface/content.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { SearchEntry } from '../../../core/search/entry.ts'
import { shortHash } from '../../../core/search/keys.ts'
import { MAX_SEARCHED, type SearchIndexFile } from '../../../core/search/search.ts'
import { SEARCH_INDEX, searchPartPath, treeText } from '../../../core/search/tree.ts'
import type { TrustRow } from '../../../core/views/agent_record.ts'
import { describeFlags } from '../../../core/views/flag_words.ts'
import { NAME_LENGTH, shownName } from '../agents/display_text.ts'
import { json, type Site } from '../site.ts'
import { SearchTreeBuilder } from './search_tree.ts'

/** Number of agents read at a time. */
const CHUNK = 20_000

/** A row of the `search_entries` mart. */
type Row = Omit<SearchEntry, 'flagged'> & { flags: TrustRow['flags'] }

/**
 * The search index of the pages, as public files, so that it needs no service: `search/index.json` has the tree that
 * maps a word to a file. With more than `max` agents there is none, and the tree is null.
 */
export async function* searchIndexArtifacts({ db }: Site, max = MAX_SEARCHED): AsyncGenerator<Artifact> {
  const [counted] = await db.rows<{ agents: number }>(
    'select count(*)::integer as agents from search_entries',
  )
  const agents = counted?.agents ?? 0
  if (agents > max) {
    yield indexArtifact({ agents, tree: null })
    return
  }
  const parts = (await fillBuilder(db)).parts()
  let part = parts.next()
  for (; !part.done; part = parts.next()) yield artifact(searchPartPath(part.value.name), part.value.body)
  yield indexArtifact({ agents, tree: treeText(part.value) })
}

async function fillBuilder(db: Site['db']): Promise<SearchTreeBuilder> {
  const builder = new SearchTreeBuilder()
  for (let at = 0; ; at += CHUNK) {
    const rows = await db.rows<Row>(
      `select * exclude (place) from search_entries where place >= ${at} and place < ${at + CHUNK} order by place`,
    )
    for (const row of rows) builder.add(toEntry(row))
    if (rows.length < CHUNK) return builder
  }
}

function toEntry({ flags, ...row }: Row): SearchEntry {
  const repository = row.repository === null ? null : clean(row.repository, NAME_LENGTH) || null
  const operators = row.operators.map((operator) => shortHash(clean(operator, NAME_LENGTH)))
  return {
    ...row,
    name: shownName(row),
    flagged: describeFlags(flags),
    repository,
    operators: operators.filter((operator) => operator !== '' && !isOwner(operator, repository)),
  }
}

/** An operator found by the repository is not named a second time. */
const isOwner = (operator: string, repository: string | null): boolean =>
  repository?.toLowerCase().startsWith(`${operator.replace('github.com/', '').toLowerCase()}/`) === true

const indexArtifact = (index: SearchIndexFile): Artifact => artifact(SEARCH_INDEX, json(index))

const artifact = (path: string, body: string): Artifact => ({
  path,
  body,
  contentType: JSON_TYPE,
  side: 'public',
})
