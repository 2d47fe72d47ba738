import { isOwnedByRegistrant, MAX_HELD } from './held.ts'
import { hostsDeclared, hostsNamedIn } from './hosts_named.ts'
import { ownedKeys } from './owned.ts'
import { fileInAddress } from './readers/inline.ts'
import type { Registration, RegistrationFile } from './readers/registrations.ts'
import type { Readings } from './readings.ts'

/** A registration that repeats the text of another, and the day since when both were known. */
export interface Copy {
  original: string
  since: string
}

type Texted = Registration & { file: RegistrationFile }

const DAY = 86_400_000
const BURNT = /^0x0{36}(?:0000|dead)$/

/** The registrations that are no agents of their own because they repeat another's name and description, by agent. */
export function copiesIn(readings: Readings): Map<string, Copy> {
  const texted = [...readings.registrations.values()].filter(
    (registration): registration is Texted => !!registration.file?.text,
  )
  const judge = createJudge(readings)
  const copies = new Map<string, Copy>()
  for (const group of Map.groupBy(texted, ({ file }) => file.text).values())
    if (group.length > 1)
      for (const texted of group) {
        const original = findOriginal(texted, group, judge)
        if (original && !judge.isSpared(texted, original))
          copies.set(texted.agent, {
            original: original.agent,
            since: later(knownOn(texted), knownOn(original)),
          })
      }
  return copies
}

interface CopyRules {
  /** Number of registrations that this one's owner made and still owns; 0 if it was transferred. */
  kept(registration: Registration): number
  isSpared(registration: Registration, original: Registration): boolean
}

function createJudge(readings: Readings): CopyRules {
  const counts = new Map<string, number>()
  for (const registration of readings.registrations.values())
    if (isOwnedByRegistrant(registration))
      counts.set(registration.owner, (counts.get(registration.owner) ?? 0) + 1)
  const keys = ownedKeys(readings)
  const named = hostsNamedIn(readings)
  const living = new Set([
    ...readings.probes.flatMap(({ host, answered }) => (answered ? [host] : [])),
    ...readings.cards.flatMap(({ host, isServed }) => (isServed ? [host] : [])),
  ])
  return {
    kept: (registration) => (isOwnedByRegistrant(registration) ? (counts.get(registration.owner) ?? 0) : 0),
    isSpared(registration, original) {
      const [mine, theirs] = [registration, original].map(
        ({ agent }) => keys.get(`erc8004_identity:${agent}`) ?? [],
      )
      const others = new Set(hostsDeclared(original))
      return (
        (mine ?? []).some((key) => theirs?.includes(key)) ||
        [...named(registration)].some(
          ([host, { isOnly, isPaid }]) => isOnly || isPaid || (living.has(host) && !others.has(host)),
        )
      )
    },
  }
}

/**
 * The registration whose text another repeats: an older one of another owner, or one of its own owner, who makes many.
 */
function findOriginal(texted: Texted, group: Texted[], { kept }: CopyRules): Texted | null {
  const [first] = group
    .filter(({ owner }) => !BURNT.test(owner))
    .sort((a, b) => textSince(a) - textSince(b) || byAge(a, b))
  if (first === undefined || first === texted) return null
  if (textSince(first) <= registeredAt(texted)) return first
  if (kept(texted) <= MAX_HELD) return null
  const [own] = group.filter((other) => kept(other) > 0 && other.owner === texted.owner).sort(byAge)
  return own === undefined || own === texted ? null : own
}

const registeredAt = ({ events }: Registration): number =>
  Math.min(...events.filter(({ kind }) => kind === 'registered').map(({ time }) => time))

const byAge = (a: Registration, b: Registration): number =>
  registeredAt(a) - registeredAt(b) || (a.agent < b.agent ? -1 : 1)

/** Since when a text certainly stood there: a web server can put any other file in the place of the one that was read. */
function textSince({ events, file }: Texted): number {
  const addressed = events.filter(({ kind }) => kind === 'registered' || kind === 'uri_updated')
  const set = Math.max(...addressed.map(({ time }) => time))
  const uri = addressed.at(-1)?.uri?.trim() ?? ''
  const isFixed = /^(?:data:|ipfs:|\/?ipfs\/|Qm[1-9A-Za-z]{44}|baf[a-z2-7]{50})/i.test(uri)
  return isFixed || fileInAddress(uri) !== null ? set : Math.max(set, Date.parse(file.readOn) + DAY)
}

const knownOn = ({ events, file }: Texted): string => {
  const [registered] = events
    .filter(({ kind }) => kind === 'registered')
    .map(({ response }) => response.date)
    .sort()
  return later(registered ?? '', file.readOn)
}

const later = (a: string, b: string): string => (a > b ? a : b)
