/** A room of TypeScript with the tests that are its own. */
export interface Room {
  name: string
  /** The files that are changed, as a glob. */
  files: string
  /** The folders or files of its tests. */
  tests: string[]
}

/** The folders that are mutated: computing, payments, fetching, storage and answers. */
export const ROOMS: readonly Room[] = [
  room('core/domain', ['test/text.test.ts', 'test/dates.test.ts', 'test/errors.test.ts']),
  room('core/interface', ['test/interface', 'test/handler/find', 'test/handler/handler.test.ts']),
  room('core/release', ['test/release']),
  room('core/resources', ['test/views', 'test/artifacts', 'test/attestations', 'test/tools']),
  room('core/views', [
    'test/views',
    'test/artifacts',
    'test/attestations',
    'test/render/badge_stale.test.ts',
  ]),
  room('serving/service/payments', ['test/service/payments', 'test/service/payments_wire']),
  room('pipeline/http/guard', ['test/http']),
  room('serving/service/store', ['test/service/store']),
  room('serving/handler', ['test/handler', 'test/tools']),
]

function room(name: string, tests: string[]): Room {
  return { name, files: `${name}/**/*.ts`, tests }
}

/** Files that are tables and nothing else: what runs once when a module is loaded is not tried. */
export const TABLES = ['core/domain/signals.ts']

/**
 * Tests that watch other processes, which know of no mutant, or need a database server: slow, and nothing found. And one
 * that loads modules anew: what runs once when they are loaded would be tried with this test alone.
 */
export const EXCLUDED_TESTS = [
  '**/{kill,full_disk,postgres,locked}.slow.test.ts',
  '**/{killed_service,two_instances,thread,no_links}.test.ts',
]

/** Tests that read the code as text: Stryker has written all of its mutants into it. */
export const READ_CODE = ['the reader and all that it imports are portable']
