import { signalName } from '../domain/signals.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { describeAgentUptime } from '../views/probe_words.ts'
import type { AgentView } from './agent_page_view.ts'
import { dayAndTime, formatAmount, shortDay } from './numbers.ts'

/** Returns the state of an agent and the sign that it rests on; null for one that has departed. */
export function agentState(agent: AgentRecord): AgentView['state'] {
  const { liveness } = agent
  return liveness === null ? null : { liveness, sign: describeSign(agent) }
}

/** Signs that are no signals. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ address_answered: 'Its address answered', agent_alive: 'A live agent of its own' },
}

const nameSign = (sign: string): string => SIGNS[sign] ?? signalName(sign)

/** The sign that the state rests on, with its day, else the latest act; null where none was seen. */
function describeSign({ life, activity, last_activity_at, last_probe_ok_at }: AgentRecord): string | null {
  const signs = [
    { sign: life?.rests_on == null ? null : nameSign(life.rests_on), at: life?.rests_on_at ?? null },
    { sign: activity, at: last_activity_at },
    { sign: 'Last answer to us', at: last_probe_ok_at },
  ]
  const found = signs.find(({ sign, at }) => sign !== null && at !== null)
  return found === undefined ? null : `${found.sign}: ${shortDay((found.at ?? '').slice(0, 10))}`
}

/** Returns the state in sentences, with how reliable it is; none for an agent that has departed. */
export function livenessSentences({ liveness, reliability, ...agent }: AgentRecord): string[] {
  if (liveness === null) return []
  const share = (days: number, percent: number | null, observed: number) =>
    percent === null
      ? `Last ${days} days: the days alive are unknown.`
      : `Last ${days} days: alive on ${formatAmount(percent)} % of the ${observed} days read.`
  return [
    agent.life?.says ?? liveness,
    ...describeAct(agent),
    `Last answered our probe: ${dayAndTime(agent.last_probe_ok_at)}.`,
    ...(reliability === null
      ? ['Reliability: unknown.']
      : [
          share(30, reliability.reliability_30d, reliability.observed_days_30),
          share(90, reliability.reliability_90d, reliability.observed_days_90),
          `Coverage of the last 30 days: ${reliability.coverage}.`,
          describeAgentUptime(reliability),
        ]),
  ]
}

/** Says nothing of acts where an answer is the sign of life: "alive" beside "no act" reads like a contradiction. */
function describeAct({
  activity,
  last_activity_at,
  last_probe_ok_at,
}: Pick<AgentRecord, 'activity' | 'last_activity_at' | 'last_probe_ok_at'>): string[] {
  if (activity !== null) return [`Latest public act: ${activity}, ${dayAndTime(last_activity_at)}.`]
  return last_probe_ok_at === null ? ['No public act is known.'] : []
}
