import type { Asked } from '../addresses.ts'
import type { Shown } from './judge.ts'
import { SIGN_TABLE } from './sign_table.ts'
import { dateUpTo } from './signs.ts'

/** All that the sentences about an agent's liveness say. */
export interface Facts {
  state: string
  kind: string | null
  shown: Shown | null
  isUnread: boolean
  addresses: (Asked | null)[]
  maintained: boolean | null
  maintainedAt: number | null
  probability: number | null
  cases: number | null
}

/** Returns the sentences: the state, how likely a sign is, and upkeep where that is no sign of life. */
export const describeLife = (facts: Facts, day: string): string =>
  [describeState(facts, day), ...describeChance(facts), ...describeUpkeep(facts, day)].join(' ')

function describeState(facts: Facts, day: string): string {
  const sign = describeSign(facts, day)
  if (facts.state === 'alive') return `Alive: ${sign}.`
  return facts.state === 'not_alive' ? describeDeath(facts, sign) : describeDoubt(facts, sign)
}

function describeDeath({ kind, addresses }: Facts, sign: string | null): string {
  if (kind === 'asked')
    return `Not alive: no answer from ${nameAddresses(addresses)} when last asked${sign === null ? ', and none ever seen' : `; ${sign}`}.`
  const seen = sign === null ? 'nothing' : `${sign}, and nothing since`
  return `Not alive: ${seen} was seen where it would show.`
}

function describeDoubt({ kind, addresses, isUnread }: Facts, sign: string | null): string {
  if (kind === 'unasked')
    return addresses.length === 1
      ? 'Not known: it declares an address, which was never asked.'
      : `Not known: it declares ${addresses.length} addresses, of which none was ever asked.`
  if (isUnread && sign !== null)
    return `Not known: ${sign}, and what would show a later sign was not read in time.`
  if (kind === 'asked') return `Not known: no answer from ${nameAddresses(addresses)} says whether it works.`
  return kind === 'unaddressed'
    ? 'Not known: it declares no address that can be asked, and no push, release or downloads of it tell.'
    : 'Not known: no sign of life of it was ever seen, which is not the same as dead.'
}

function nameAddresses(addresses: Facts['addresses']): string {
  const asked = addresses.filter((address) => address !== null).length
  if (asked < addresses.length)
    return `any of the ${asked} of its ${addresses.length} addresses that were ever asked`
  return asked === 1 ? 'its address' : `any of its ${asked} addresses`
}

function describeSign({ kind, shown, addresses }: Facts, day: string): string | null {
  if (shown === null) return null
  const did = SIGN_TABLE[kind ?? '']?.[shown.sign]?.did
  const said = shown.sign === 'address_answered' ? describeAnswer(addresses) : `it ${did}`
  return shown.time === null ? said : `${said} on ${formatDay(dateUpTo(day, shown.time))}`
}

function describeAnswer(addresses: Facts['addresses']): string {
  const answered = addresses.filter((asked) => asked !== null)
  const rank = ({ kind }: Asked): string => `${kind === 'web'} ${kind}`
  answered.sort((a, b) => Number(b.answeredAt) - Number(a.answeredAt) || (rank(a) < rank(b) ? -1 : 1))
  const [last] = answered
  if (last?.kind === 'web') return 'its web page answered'
  return ['oasf', 'other'].includes(last?.kind ?? '') ? 'an address of it answered' : 'it answered'
}

function describeChance({ probability, cases }: Facts): string[] {
  if (probability === null) return []
  const whole = Math.round(Math.round(probability * 1e4) / 100)
  const percent = probability > 0.99 ? 'more than 99' : probability < 0.01 ? 'less than 1' : whole
  return [`Of ${cases} like it, ${percent} % showed a sign of life in the two weeks after.`]
}

function describeUpkeep({ kind, maintained, maintainedAt }: Facts, day: string): string[] {
  if (maintainedAt === null || ['unaddressed', 'developer', 'model_family'].includes(kind ?? '')) return []
  if (maintained) return [`Maintained: last push or release on ${formatDay(dateUpTo(day, maintainedAt))}.`]
  return [`No push or release seen since ${formatDay(new Date(maintainedAt).toISOString().slice(0, 10))}.`]
}

const formatDay = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
