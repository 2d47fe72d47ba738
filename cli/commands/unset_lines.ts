import type { World } from '../../core/domain/world.ts'
import type { Environment } from '../../core/settings/read.ts'
import { UNSET } from '../../core/settings/unset.ts'
import { filterVariables } from '../../core/settings/variables.ts'

/** Returns the settings of a run that are not set, each with what that costs; none for a sample, which needs none. */
export function unsetLines(world: World, environment: Environment): string[] {
  if (world === 'sample') return []
  const lines = filterVariables(({ readBy }) => readBy.includes('daily')).flatMap(([name]) => {
    const isSet = (environment[name]?.trim() ?? '') !== ''
    // Without an address the links are warned of, whatever else is printed.
    return isSet || UNSET[name] === undefined || name === 'PUBLIC_BASE_URL'
      ? []
      : [`  ${name}: ${UNSET[name]}`]
  })
  return lines.length === 0 ? [] : ['Not set, and what each would change (npm run doctor):', ...lines]
}
