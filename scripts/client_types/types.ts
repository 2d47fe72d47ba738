import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENERATORS, programPath } from '../../lab/e2e/generated_clients/generators.ts'
import { addPackage } from '../../test/kit/added_package.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { clientDocument, documentHash } from './document.ts'

/** Path of the client's types. */
export const TYPES_FILE = join(import.meta.dirname, '../../packages/client/schema.ts')

/**
 * Generator of the types; it needs a TypeScript of its own, so that it is installed in node_modules/.cache on demand.
 */
export const GENERATOR = GENERATORS.find(
  ({ name }) => name === 'openapi-typescript',
) as (typeof GENERATORS)[number]

/** The text of the types, behind a line that names what they were made of. Throws where the generator cannot be had. */
export async function clientTypes(): Promise<string> {
  await addPackage(GENERATOR)
  return inTemporaryFolder(async (folder) => {
    const [document, types] = [join(folder, 'openapi.json'), join(folder, 'schema.ts')]
    writeFileSync(document, clientDocument())
    const ended = spawnSync(process.execPath, [programPath(GENERATOR), document, '-o', types], {
      encoding: 'utf8',
    })
    if (ended.status !== 0) throw new Error(`openapi-typescript failed: ${ended.stderr}`)
    return `${hashLine(documentHash())}\n${readFileSync(types, 'utf8')}`
  })
}

/** The first line of the types. */
export const hashLine = (hash: string): string =>
  `// Made by "npm run docs" of the OpenAPI document with the SHA-256 ${hash}.`
