import { NUMBERS } from './numbers.ts'

/** The rule of liveness as it is published; `sql/marts/liveness.sql` computes it. */
export const livenessRule = (): string =>
  `An agent is alive when its latest act (it was paid by an independent payer, pushed, released, updated or traded) is less than ${NUMBERS.alive_days} days before the day that is computed, or its latest answer to our probe in its own protocol less than ${NUMBERS.answer_days} days. To be registered, transferred, listed or offered is no act. It is not alive when what shows its acts was read and shows none; where that was not read, its liveness is unknown.`

/** Definition of a dead agent, in a list of changes. */
export const DEATH = `no act for ${NUMBERS.alive_days} days and no answer for ${NUMBERS.answer_days}`

/** Text for an agent of unknown liveness: no sign of life was ever seen, or none could be. */
export const unknownLiveness = (agent: {
  last_activity_at: string | null
  last_probe_ok_at: string | null
}): string =>
  agent.last_activity_at === null && agent.last_probe_ok_at === null
    ? 'No act of it was ever observed: liveness is unknown, which is not the same as dead.'
    : 'Its latest act is past, and what would show a later one was not read in time: liveness is unknown, which is not the same as dead.'
