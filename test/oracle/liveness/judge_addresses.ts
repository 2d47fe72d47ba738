import type { Asked } from '../addresses.ts'
import type { Judgement } from './judge.ts'
import { daysFrom, lastDate } from './signs.ts'

const ANSWER_DAYS = 7
const VERDICT_DAYS = 30

/** Alive by one address that answers, past where all that were asked are silent. */
export function judgeAddresses(addresses: (Asked | null)[], day: string): Judgement {
  const asked = addresses.filter((address) => address !== null)
  const answers = asked.flatMap(({ answeredAt }) => answeredAt ?? [])
  const isAlive = asked.some((address) => isAnswering(address, day))
  return {
    isAlive,
    isPast: !isAlive && asked.every((address) => isSilent(address, day)),
    isUnread: !isAlive && asked.some(({ readOn }) => daysFrom(readOn, day) >= ANSWER_DAYS),
    shown: answers.length === 0 ? null : { sign: 'address_answered', time: Math.max(...answers) },
    lastOn: lastDate(asked.map(({ answeredOn }) => ({ lastOn: answeredOn }))),
  }
}

const isCurrent = ({ judgedOn, readOn }: Asked, day: string): boolean =>
  judgedOn !== null && daysFrom(judgedOn, day) < VERDICT_DAYS && daysFrom(readOn, day) < ANSWER_DAYS

const isAnswering = (asked: Asked, day: string): boolean =>
  (asked.answeredOn !== null && daysFrom(asked.answeredOn, day) < ANSWER_DAYS) ||
  (asked.isAnswering && isCurrent(asked, day))

const isSilent = (asked: Asked, day: string): boolean => !asked.isAnswering && isCurrent(asked, day)
