import { NUMBERS } from './numbers.ts'

/** The rule of liveness as it is published; `sql/seeds/seed_liveness__signs.csv` has its signs, for each kind of agent. */
export const livenessRule = (): string =>
  `An agent is alive when it can be used now, or somebody uses it: in ${NUMBERS.answer_days} days its address answered us or an independent payer paid it; without an address, it pushed, released or was downloaded in at most ${NUMBERS.alive_days} days; a model is served, voted for or downloaded; a token traded. To be listed is no sign. It is not alive when what would show one was read and shows none; else it is unknown.`

/** Definition of a dead agent, in a list of changes. */
export const DEATH = 'no answer, use or update of it is seen any more'
