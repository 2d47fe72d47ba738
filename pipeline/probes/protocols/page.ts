import { toText } from '../../agents/text.ts'
import { pick } from '../../source/pick.ts'
import { classifyAnswer, isPage } from '../classify.ts'
import {
  classifyOther,
  getDocument,
  hasDataType,
  isFromHost,
  type ReadAnswer,
  toResult,
} from '../document.ts'
import type { Protocol, ProtocolKind } from '../protocol.ts'

/** Pages with their data inside may be long. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024
const ACCEPT: Partial<Record<ProtocolKind, string>> = {
  web: 'text/html, */*;q=0.5',
  oasf: 'application/json, */*;q=0.5',
}
/** Types of what people open in a browser, besides pages. */
const SHOWN_TYPE = /^((image|video|audio)\/|application\/(pdf|xml|(rss|atom)\+xml)|text\/(markdown|xml))/i
/** An application's page before its script has run is short, and of a longer one the guard keeps its start alone. */
const MAX_EMPTY_PAGE_CHARS = 4_000
/** Visible characters of such a page: "Loading…". */
const MAX_EMPTY_WORDS_CHARS = 40
const HIDDEN =
  /<(head|script|style|noscript|template)\b[\s\S]*?(<\/\1\s*>|$)|<!--[\s\S]*?(-->|$)|<[^>]*(>|$)/gi
/** Fields with which a service says how it is, what it is called, or what went wrong: alone they are no record. */
const PLACEHOLDER_FIELDS = new Set(
  `app code date detail env environment error errors health healthy hello instance launch message msg name ok online
  path ready request_id requestid result service state status statuscode success time timestamp title type uptime
  version`.split(/\s+/),
)
const MIN_RECORD_FIELDS = 3
const OASF_FIELDS = ['schema_version', 'skills', 'domains', 'locators', 'modules', 'extensions', 'features']

/** Web pages, OASF records, and addresses of other services, which promise a page or a record. */
export default {
  kinds: ['web', 'oasf', 'other'],
  async probe(target, fetch) {
    const accept = ACCEPT[target.kind] ?? '*/*'
    const maxBytes = target.kind === 'web' ? MAX_PAGE_BYTES : undefined
    const answer = await getDocument(fetch, target.url, accept, maxBytes)
    const isCandidate = isFromHost(target, answer) && classifyAnswer(answer.response, answer.text) === null
    return isCandidate && isPromised(target.kind, answer)
      ? toResult('answers', answer, { details: readDetails(target.kind, answer) })
      : toResult(classifyOther(target, answer), answer)
  },
} satisfies Protocol

/** True for what the kind promises. An application's empty page is a web page, but shows nothing of a service. */
function isPromised(kind: ProtocolKind, answer: ReadAnswer): boolean {
  if (kind === 'web') return isHtml(answer) || isShown(answer)
  if (kind === 'oasf') return hasDataType(answer) && isOasfRecord(answer.json)
  return (hasDataType(answer) && isRecord(answer.json)) || (isHtml(answer) && !isEmptyPage(answer.text))
}

/** JSON that is served as a page is none. */
const isHtml = ({ response, text, json }: ReadAnswer): boolean =>
  json === undefined && text.trim() !== '' && isPage(response, text)

const isShown = ({ response, text }: ReadAnswer): boolean =>
  text !== '' && SHOWN_TYPE.test(response.headers.get('content-type') ?? '')

/** True for JSON that says something; false for a placeholder such as `{"status":"ok"}`. */
function isRecord(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false
  if (Array.isArray(json)) return json.some(isFilledObject)
  const fields = Object.entries(json).filter(([name]) => !PLACEHOLDER_FIELDS.has(name.toLowerCase()))
  const values = fields.map(([, value]) => value).filter((value) => value !== null && value !== '')
  return values.length >= MIN_RECORD_FIELDS || values.some(isFilledObject)
}

const isFilledObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

function isOasfRecord(json: unknown): boolean {
  const isNamed = (toText(pick(json, 'name'), 300)?.trim() ?? '') !== ''
  return isNamed && OASF_FIELDS.some((field) => pick(json, field) !== null)
}

/** True for a page that has nothing to read, or nothing until its script has run. */
function isEmptyPage(text: string): boolean {
  if (text.length > MAX_EMPTY_PAGE_CHARS) return false
  const words = text.replaceAll(HIDDEN, ' ').replaceAll(/\s+/g, ' ').trim()
  return words === '' || (/<script\b/i.test(text) && words.length < MAX_EMPTY_WORDS_CHARS)
}

const readDetails = (kind: ProtocolKind, { response, json }: ReadAnswer): Record<string, unknown> => ({
  contentType: toText(response.headers.get('content-type'), 200),
  ...(kind === 'oasf' && {
    name: toText(pick(json, 'name'), 300),
    schemaVersion: toText(pick(json, 'schema_version'), 50),
  }),
})
