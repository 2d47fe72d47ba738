import { z } from 'zod'
import { probeStates } from './probe_report.ts'

const count = z.int().min(0)

/** The rules by which declared addresses are asked, and what became of them on the last day. */
export const probePolicy = z.object({
  type: z.literal('probe_policy'),
  date: z.iso.date(),
  robots_group: z.string().describe('Group of robots.txt that holds for every address of a host.'),
  pace: z.object({
    host_requests_at_once: count,
    host_requests_per_second: count,
    platform_requests_at_once: count,
    platform_requests_per_second: count,
    refusals_before_leaving: count,
    first_byte_seconds: count,
  }),
  schedule: z.object({
    host_addresses_per_day: count.describe('Of a host with more, a sample that turns.'),
    days_between_silences: z.array(z.int()),
    max_days_with_worth: count,
  }),
  post: z.object({
    unnamed_addresses_per_host_and_day: count,
    unfitting_answers_before_stop: count,
    stop_days: count,
    trial_days: count,
    paid_addresses_per_host_and_day: count,
  }),
  never_sent: z.array(z.string()),
  asked_on: z.iso.date().nullable(),
  states: probeStates,
  vantages: z.array(z.object({ vantage: z.string(), addresses: count })),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})
