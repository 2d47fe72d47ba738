import { spawnSync } from 'node:child_process'
import { setPriority } from 'node:os'
import { attackTargets } from '../fuzz/attack_targets.ts'
import { type AttackPlan, attackers } from './attackers.ts'

const MIN_PRIORITY = 19

/**
 * Attackers in a process of their own, so that they and the honest callers do not wait for each other. What they compute
 * happens elsewhere in truth: it may not take the processors of the machine from the service, so it runs when nothing
 * else wants to; where there is no chrt, at the lowest priority.
 */
setPriority(MIN_PRIORITY)
spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)])
const plan = JSON.parse(process.argv[2] ?? '{}') as AttackPlan
const info = await attackTargets(plan.output)
process.stdout.write(JSON.stringify(await attackers(plan, { ...info, keys: plan.keys })))
process.exit(0)
