import type { Attack } from './attack.ts'
import { curatedAttacks } from './attacks/curated.ts'
import { everythingAttacks } from './attacks/everything.ts'
import { mcpServerAttacks } from './attacks/mcp_server.ts'
import { serviceAttacks } from './attacks/service.ts'
import { tokenizedAttacks } from './attacks/tokenized.ts'
import type { Victims } from './victims.ts'

/** The attacks that do one thing each. */
export const singleAttacks = (victims: Victims): Attack[] => [
  ...serviceAttacks(victims),
  ...mcpServerAttacks(victims),
  ...curatedAttacks(),
  ...tokenizedAttacks(),
]

/** Every attack of the study. */
export const attacksOn = (victims: Victims): Attack[] => [...singleAttacks(victims), ...everythingAttacks()]
