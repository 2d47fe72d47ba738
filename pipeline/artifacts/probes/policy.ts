import type { z } from 'zod'
import { probePolicy } from '../../../core/interface/schemas/probe_policy.ts'
import { MAX_DRAWN_PER_HOST } from '../../probes/sampling.ts'
import type { Site } from '../site.ts'
import { readAskedOn, readStates, readVantages } from './read_marts.ts'

export type ProbePolicy = z.infer<typeof probePolicy>

/** The bounds in force: those of pace.ts, schedule.ts, post_rules.ts and of the guard of pipeline/probes. */
const RULES = {
  robots_group: 'AssayProbe',
  pace: {
    host_requests_at_once: 1,
    host_requests_per_second: 1,
    platform_requests_at_once: 64,
    platform_requests_per_second: 50,
    refusals_before_leaving: 3,
    first_byte_seconds: 15,
  },
  schedule: {
    host_addresses_per_day: MAX_DRAWN_PER_HOST,
    days_between_silences: [1, 2, 4, 8, 16],
    max_days_with_worth: 2,
  },
  post: {
    unnamed_addresses_per_host_and_day: 20,
    unfitting_answers_before_stop: 3,
    stop_days: 30,
    trial_days: 7,
    paid_addresses_per_host_and_day: 1,
  },
  never_sent: [
    'a call of a tool',
    'a message or a task to an agent',
    'a payment or a signature',
    'a cookie, a password or any other credential',
    'a request to an address that is not public',
  ],
} satisfies Partial<ProbePolicy>

/** Returns the rules of probes, and what became of all declared addresses on the last day. */
export async function readPolicy(site: Site): Promise<ProbePolicy> {
  return probePolicy.parse({
    type: 'probe_policy',
    date: site.day,
    ...RULES,
    asked_on: await readAskedOn(site.db),
    states: await readStates(site.db, `population = 'all'`),
    vantages: await readVantages(site.db),
    limitations: site.limitations,
    last_updated: site.lastUpdated,
  })
}
