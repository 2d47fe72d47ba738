import { join } from 'node:path'
import { type AddedPackage, packageFolder } from '../../../test/kit/added_package.ts'

/** A public generator of clients; it is too large for the lock file, and each wants a TypeScript of its own. */
export interface Generator extends AddedPackage {
  /** Download size, shown while it installs. */
  megabytes: number
  /** Its program, below the folder that it is added to. */
  program: string
  /** Arguments that write clients of a document into a folder. */
  args(document: string, folder: string): string[]
}

/** The generators that are tried, in the versions that were tried here. */
export const GENERATORS: Generator[] = [
  {
    name: 'openapi-typescript',
    version: '7.13.0',
    folder: 'openapi-typescript',
    megabytes: 44,
    program: 'openapi-typescript/bin/cli.js',
    args: (document, folder) => [document, '-o', join(folder, 'index.ts')],
  },
  {
    name: '@hey-api/openapi-ts',
    version: '0.99.0',
    folder: 'hey-api',
    beside: 'typescript@5.9.3',
    megabytes: 35,
    program: '@hey-api/openapi-ts/bin/run.js',
    args: (document, folder) => ['-i', document, '-o', folder, '--no-log-file'],
  },
  {
    name: 'orval',
    version: '8.20.0',
    folder: 'orval',
    megabytes: 85,
    program: 'orval/dist/bin/orval.mjs',
    args: (document, folder) => [
      '--input',
      document,
      '--output',
      join(folder, 'index.ts'),
      '--client',
      'fetch',
    ],
  },
]

/** Path of an installed generator's program. */
export const programPath = (generator: Generator): string =>
  join(packageFolder(generator), 'node_modules', generator.program)
