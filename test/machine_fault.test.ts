import { expect, test } from 'vitest'
import { RunFailed } from '../core/domain/errors.ts'
import { asMachineFault } from '../pipeline/run/machine_fault.ts'

test.each<[string, Error]>([
  ['ENOSPC', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ['of DuckDB', new Error('IO Error: Could not write file "x": No space left on device')],
  [
    'of DuckDB at a commit',
    new Error(
      'TransactionContext Error: Failed to commit: Could not write file "x": No space left on device',
    ),
  ],
  ['as a cause', new Error('failed', { cause: Object.assign(new Error('no'), { code: 'ENOSPC' }) })],
])('a full disk (%s) is one sentence that says what to do', (_, error) => {
  const fault = asMachineFault(error, 'output') as Error
  expect(fault).toBeInstanceOf(RunFailed)
  expect(fault.message).toBe(
    'output: the disk is full: free some space there or for temporary files (TMPDIR); what is served is whole, and the run can be repeated',
  )
})

test('words of an upstream are no fault of the machine', () => {
  const bug = new TypeError('cannot read "No space left on device"')
  expect(asMachineFault(bug, 'output')).toBe(bug)
})

test('a day that is too large for the memory is reported in one sentence, whichever model it was', () => {
  const cause = new Error('Out of Memory Error: could not allocate block of size 256.0 KiB')
  const fault = asMachineFault(new Error(`sql/marts/standings.sql: ${cause.message}`, { cause }), 'output')
  expect(fault).toBeInstanceOf(RunFailed)
  expect((fault as Error).message).toContain("this day needs more than half of this machine's RAM")
})
