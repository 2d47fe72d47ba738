import { UpstreamDown } from '../../../core/domain/errors.ts'
import { requestKey } from '../../archive/day_file.ts'
import type { ArchivedResponse, SourceDay } from '../../archive/source_day.ts'
import { sanitizeText } from '../../http/answer.ts'
import { RequestCounter, toFailure } from '../../http/guard/probe_record.ts'
import type { Bodies } from '../../http/guard/record.ts'
import type { ControlAnswer, ControlSession, ControlSessions } from './session.ts'

/** Numbers the requests about an address apart from those of its probe, which may be the same. */
export const countControl = (target: string): RequestCounter => new RequestCounter(toKey(target))

const toKey = (target: string): string => `control ${target}`

/** True for an exchange of the control arm. */
export const isControl = ({ target }: ArchivedResponse): boolean => target?.startsWith('control ') ?? false

/** Returns the answer of an exchange: live and in a replay it is made of what is stored, and so the same. */
export function toControlAnswer(
  { status, url, final_url = null, content_type, headers }: ArchivedResponse,
  body: Uint8Array,
): ControlAnswer {
  const stored = new Headers(headers ?? {})
  if (content_type !== null) stored.set('content-type', content_type)
  return { status, headers: stored, url: final_url ?? url, text: new TextDecoder().decode(body) }
}

/** The control arm of a recorded day. */
interface RecordedControl extends ControlSessions {
  /** True if something was requested about an address. */
  has(target: string): boolean
}

/** Answers the requests of the control arm from the record of a day: the same exchanges, and no others. */
export function replayControl(
  day: Pick<SourceDay, 'date' | 'responses'>,
  archive: Pick<Bodies, 'readBody'>,
): RecordedControl {
  const responses = day.responses.filter(isControl)
  const recorded = new Map(responses.map((response) => [requestKey(response), response]))
  const targets = new Set(responses.map(({ target }) => target))
  return {
    open: (target) => openRecorded(target, day.date, recorded, archive),
    has: (target) => targets.has(toKey(target)),
  }
}

function openRecorded(
  target: string,
  date: string,
  recorded: Map<string, ArchivedResponse>,
  archive: Pick<Bodies, 'readBody'>,
): ControlSession {
  const counter = countControl(target)
  const used: ArchivedResponse[] = []
  return {
    async ask(url, request) {
      const response = recorded.get(requestKey(counter.identify(url, request)))
      const repair = `the archive of ${date} does not hold it: run that date with --refetch`
      if (!response) throw new UpstreamDown(sanitizeText(url), repair)
      used.push(response)
      const failure = toFailure(response)
      if (failure) throw failure
      return toControlAnswer(response, archive.readBody(response.sha256))
    },
    close: () => used,
  }
}
