import { thousands } from '../../../core/pages/numbers.ts'
import type { ProbeReport, ReportPart, Topic } from './topics.ts'

type Group = ReportPart['groups'][number]

const findShare = ({ groups }: ReportPart, wanted: Group['group']): string | null => {
  const found = groups.find(({ group }) => group === wanted)
  return found === undefined ? null : `${found.share.toFixed(1)} %`
}

/** Returns the figure of a topic in one sentence. */
export function summarizePart(topic: Topic, part: ReportPart | undefined): string {
  const answers = part && findShare(part, 'answers')
  if (part === undefined || part.known === 0 || answers == null)
    return `Unknown: none of the ${topic.subject} has been asked yet.`
  const next: [Group['group'], string] =
    topic.id === 'x402'
      ? ['answers_before_payment', 'answer before they quote']
      : ['gated', topic.id === 'mcp' ? 'want credentials' : 'want credentials or payment']
  const second = findShare(part, next[0])
  const silent = findShare(part, 'silent')
  // An estimate is called one; its interval is in the table below.
  const about = part.sampled_hosts === 0 ? '' : 'About '
  return `${about}${answers} of the ${thousands(part.known)} ${topic.subject} ${topic.answers}, ${second} ${next[1]}, and ${silent} are silent.`
}

/** Returns how the figures of a part were measured, in sentences. */
export function describeMeasurement(
  part: ReportPart,
  { asked_on, vantages }: Pick<ProbeReport, 'asked_on' | 'vantages'>,
): string[] {
  return [
    `Each address was asked in its own protocol, up to ${asked_on} and from ${describePlaces(vantages)}, and counts by its last result.`,
    ...(part.sampled_hosts === 0
      ? []
      : [
          `${thousands(part.observed)} were asked themselves; the ${thousands(part.sampled_addresses)} of ${describeHosts(part.sampled_hosts)} with more than 200 addresses are counted back from a sample of the day, with 95 % intervals.`,
        ]),
    ...(part.unknown === 0
      ? []
      : [`${thousands(part.unknown)} more were never asked, or are no addresses: see why below.`]),
  ]
}

/** Returns the number of places that addresses are asked from, in words. */
export const describePlaces = ({ length }: ProbeReport['vantages']): string =>
  length === 1 ? 'one place' : `${length} places`

const describeHosts = (count: number): string => (count === 1 ? 'one host' : `${thousands(count)} hosts`)

/** Returns what a second client saw on its last day, or null if it never asked. */
export function describeControl({ control }: Pick<ProbeReport, 'control'>): string | null {
  const last = control.filter(({ days, kind }) => days === 1 && kind === 'all')
  const of = (wanted: string) => last.find(({ said }) => said === wanted)
  const [silent, alive] = [of('silent'), of('alive')]
  const parts = [
    ...(silent ? [`of ${silent.asked} addresses said to be silent, ${silent.alive} answered`] : []),
    ...(alive ? [`of ${alive.asked} said to be alive, ${alive.silent} did not answer`] : []),
  ]
  if (parts.length === 0) return null
  const on = (silent ?? alive)?.last_on
  return `A second client asked again on ${on}, over all protocols: ${parts.join('; ')}.`
}
