import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type AddedPackage, addPackage } from '../../../test/kit/added_package.ts'

/** Frictionless's own library; its profiles are of version 1, to which version 2 only added. */
export const FRICTIONLESS: AddedPackage = { name: 'datapackage', version: '1.1.10', folder: 'datapackage' }

/** Returns the problems that the library reports in a descriptor; empty if it is valid. */
export async function packageProblems(descriptor: object): Promise<string[]> {
  const kept = await addPackage(FRICTIONLESS)
  const require = createRequire(join(kept, 'package.json'))
  const { validate } = require(join(kept, 'node_modules/datapackage')) as {
    validate(descriptor: object): Promise<{ valid: boolean; errors: Error[] }>
  }
  const { valid, errors } = await validate(descriptor)
  return valid ? [] : errors.map((error) => error.message)
}
