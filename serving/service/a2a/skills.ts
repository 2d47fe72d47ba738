import { attest } from './skills/attest.ts'
import { findAgentsSkill } from './skills/find_agents.ts'
import { ghostIndexSkill } from './skills/ghost_index.ts'
import { helpSkill } from './skills/help.ts'
import type { SkillRun } from './skills/skill.ts'
import { trustEval } from './skills/trust_eval.ts'

/** Skill → its run. */
export const SKILL_RUNS: ReadonlyMap<string, SkillRun> = new Map([
  ['find_agents', findAgentsSkill],
  ['trust_eval', trustEval],
  ['ghost_index', ghostIndexSkill],
  ['attest', attest],
])

/** The skill behind "help"; the card does not name it, since everybody tries it. */
export const HELP_SKILL = 'help'

/** All runs: the skills and help. */
export const RUNS: ReadonlyMap<string, SkillRun> = new Map([...SKILL_RUNS, [HELP_SKILL, helpSkill]])
