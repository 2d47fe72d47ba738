import { identityModel } from '../identity/identity.ts'
import { declaredAddresses } from './declared_addresses.ts'
import type { Model } from './order.ts'
import { packageNames } from './package_names.ts'
import { rankBands } from './rank_bands.ts'
import { repositoryAddresses } from './repository_addresses.ts'
import { toolChanges } from './tool_changes.ts'
import { toolLists } from './tool_lists.ts'
import { vulnerabilityFixes } from './vulnerability_fixes.ts'

/** Returns the models of a day that are code and not SQL. */
export const codeModels = (day: string): Model[] => [
  ...[repositoryAddresses, packageNames, declaredAddresses, toolLists, toolChanges],
  ...[vulnerabilityFixes, rankBands],
  identityModel(day),
]
