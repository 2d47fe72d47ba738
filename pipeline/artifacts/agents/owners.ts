import type { z } from 'zod'
import { JSON_TYPE } from '../../../core/interface/content.ts'
import type { AgentFilesSite } from '../../../core/projection/agent_files.ts'
import { OWNER_FILES } from '../../../core/projection/owner_files.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { ownerRecordPath, PRIVATE_PATHS } from '../../../core/release/paths.ts'
import { RESOURCES } from '../../../core/resources/schemas.ts'
import type { OwnerRecord } from '../../../core/views/owner_row.ts'
import { json, jsonFile, type Site } from '../site.ts'
import { requireAsSchema } from './checked_files.ts'
import { readOwnerRecords } from './owner_records.ts'

/** Yields the record of each owner with a page, and every file derived from it. */
export async function* ownerArtifacts(site: Site): AsyncGenerator<Artifact> {
  const context = { info: site.info, site, fill: site.pages.fill }
  for (const record of await readOwnerRecords(site.db)) {
    yield storedOwner(record)
    yield* derivedFiles(record, context)
  }
}

/** Returns the record of an owner as a file. */
export const storedOwner = (record: OwnerRecord): Artifact => ({
  ...{ path: ownerRecordPath(record.owner), side: 'private', contentType: JSON_TYPE },
  body: json(record),
})

/** Returns the keys of all owners with a page, those with most agents first. */
export const ownersIndexArtifact = async ({ db }: Pick<Site, 'db'>): Promise<Artifact> =>
  jsonFile(
    'private',
    PRIVATE_PATHS.ownersIndex,
    (
      await db.rows<{ owner: string }>('select owner from owners where has_page order by agents desc, owner')
    ).map(({ owner }) => owner),
  )

function* derivedFiles(record: OwnerRecord, context: AgentFilesSite): Generator<Artifact> {
  for (const { schema, contentType, path, body } of OWNER_FILES) {
    const file = {
      side: 'public',
      contentType,
      path: path(record.owner),
      body: body(record, context),
    } as const
    if (schema !== null) requireAsSchema(file.path, file.body, RESOURCES[schema] as z.ZodType)
    yield file
  }
}
