import { attest } from './skills/attest.ts'
import { findAgentsSkill } from './skills/find_agents.ts'
import { ghostIndexSkill } from './skills/ghost_index.ts'
import type { SkillRun } from './skills/skill.ts'
import { trustEval } from './skills/trust_eval.ts'

/** Skill → what it does. */
export const SKILL_RUNS: ReadonlyMap<string, SkillRun> = new Map([
  ['find_agents', findAgentsSkill],
  ['trust_eval', trustEval],
  ['ghost_index', ghostIndexSkill],
  ['attest', attest],
])
