import { OperationalError, RunFailed } from '../../core/domain/errors.ts'

/** Failures of the machine: Node's code, the C library's message as DuckDB reports it, and our message. */
const FAULTS: [code: string, words: RegExp, says: string][] = [
  [
    'ENOSPC',
    /no space left on device/i,
    'the disk is full: free some space there or for temporary files (TMPDIR)',
  ],
  ['EDQUOT', /quota exceeded/i, 'the disk quota is used up: free some space there'],
  ['EROFS', /read-only file system/i, 'the disk can only be read: make it writable'],
  ['EACCES', /permission denied/i, 'this user may not read or write there: give it the rights'],
  ['EPERM', /operation not permitted/i, 'this user may not write there: give it the rights'],
  ['EFBIG', /file too large/i, 'a file is larger than this process may write: raise ulimit -f'],
  ['EMFILE', /too many open files/i, 'too many files are open: raise ulimit -n'],
  ['ENFILE', /too many open files in system/i, 'the machine has too many files open: raise fs.file-max'],
  [
    'ENOMEM',
    /^Out of Memory Error/,
    "out of memory: this day needs more than half of this machine's RAM; use a larger machine",
  ],
  ['EIO', /input\/output error/i, 'the disk does not read or write: see the log of the system'],
]
const MAX_CAUSES = 5

/** Returns a machine failure as a RunFailed of one sentence; any other error unchanged. */
export function asMachineFault(error: unknown, output: string): unknown {
  if (error instanceof OperationalError) return error
  for (
    let cause = error, depth = 0;
    cause instanceof Error && depth < MAX_CAUSES;
    cause = cause.cause, depth++
  ) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    // Text from outside could match by chance, so only the database's own errors are tested.
    const isDatabase = /^[A-Z]\w*( \w+)* Error: /.test(message)
    const fault = FAULTS.find((fault) => fault[0] === code || (isDatabase && fault[1].test(message)))
    if (fault) {
      const end = 'what is served is whole, and the run can be repeated'
      return new RunFailed(`${output}: ${fault[2]}; ${end}`, { cause: error })
    }
  }
  return error
}
