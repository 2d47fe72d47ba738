import type { Claim } from '../claims.ts'
import type { Verification } from '../verify.ts'

/** The exit code of a check: 0 all held, 1 something is broken, 3 something could not be read. */
export function exitCode({ claims, isUnreachable }: Verification): 0 | 1 | 3 {
  if (claims.some(({ result }) => result === 'broken')) return 1
  return isUnreachable ? 3 : 0
}

/** Formats the result for programs. */
export function jsonReport(target: string, verified: Verification): string {
  const { release, date, log, claims } = verified
  const head = log === null ? null : { origin: log.checkpoint.origin, size: log.checkpoint.size }
  const exit = exitCode(verified)
  return `${JSON.stringify({ target, release, date, log: head, exit, result: sentence(target, verified), claims }, null, 1)}\n`
}

const MARKS: Record<Claim['result'], string> = {
  held: 'held       ',
  broken: 'BROKEN     ',
  not_checked: 'not checked',
}

/** Formats the result for people: a line for each claim, and a sentence. */
export function textReport(target: string, verified: Verification): string {
  const lines = verified.claims.map(
    ({ name, result, detail }) => `${MARKS[result]}  ${name}${detail === '' ? '' : `: ${detail}`}`,
  )
  return `${[...lines, '', sentence(target, verified)].map(plain).join('\n')}\n`
}

function sentence(target: string, verified: Verification): string {
  const count = (result: Claim['result']): number =>
    verified.claims.filter((claim) => claim.result === result).length
  const [held, broken, left] = [count('held'), count('broken'), count('not_checked')]
  const rest = left === 0 ? '' : ` ${left} ${left === 1 ? 'was' : 'were'} not checked, for the reasons given.`
  if (broken > 0) return `${target} does not hold: ${broken} of ${held + broken} claims are broken.${rest}`
  const reason = verified.isUnreachable ? ' Something could not be read: try again later.' : ''
  return `${target} holds: all ${held} claims that were checked.${rest}${reason}`
}

// Published text may try to move the cursor of the reader.
const plain = (line: string): string => line.replace(/[\p{Cc}\p{Cf}]/gu, '?')
