import type { Content } from '../../core/interface/content.ts'
import { PNG_TYPE } from '../../core/interface/content.ts'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import { HttpError, notFound } from '../../core/interface/errors.ts'
import { PAGE } from '../../core/interface/value_schemas.ts'
import { agentNotFound } from './agent_not_found.ts'
import { readKept } from './kept_file.ts'
import type { ServedRelease } from './served_release.ts'

/** Parameters of a file lookup. */
interface FileQuery {
  /** Values of the endpoint's path parameters. */
  path: ReadonlyMap<string, string>
  release: ServedRelease
}

/** Returns the release file of an endpoint; throws HttpError where there is none. */
export const fileContent = (endpoint: Endpoint, query: FileQuery): Promise<Content> =>
  readReleaseFile(endpoint, query, (file) => query.release.content('public', file))

/** Returns the same file, parsed. */
export const fileObject = <T>(endpoint: Endpoint, query: FileQuery): Promise<T> =>
  readReleaseFile(endpoint, query, (file) => query.release.json<T>('public', file))

/** Returns the same file as a day's release has it: its bytes can be cited. Throws HttpError where it is not kept. */
export async function keptContent(
  endpoint: Endpoint,
  { path, release }: FileQuery,
  day: string,
): Promise<Content> {
  const found = await readKept(release, day, fillPath(endpoint, path))
  if (found !== null) return found
  throw new HttpError(
    404,
    'not_kept',
    `This file of ${day} is not kept here. Without release= the newest is answered; /data/index.json names the files of single days.`,
  )
}

async function readReleaseFile<T>(
  endpoint: Endpoint,
  { path, release }: FileQuery,
  read: (file: string) => Promise<T | null>,
): Promise<T> {
  const [name, value = ''] = [...path][0] ?? []
  const rule = endpoint.parameters.find((parameter) => parameter.name === name)?.rule
  if (rule?.kind === 'handle') {
    const found = await release.readByHandle(value, (handle) => read(fillFileName(endpoint, name, handle)))
    if (found === null) throw await missingFileError(endpoint, value, release)
    return found
  }
  const page = path.get('page')
  if (page !== undefined && !PAGE.test(page)) throw notFound()
  const found = await read(fillPath(endpoint, path))
  if (found === null) throw rule?.kind === 'choice' && page === undefined ? notInRelease(value) : notFound()
  return found
}

/** Few agents have a picture: a missing picture does not mean that the agent is not indexed. */
async function missingFileError(
  { contentType, path }: Endpoint,
  value: string,
  release: ServedRelease,
): Promise<HttpError> {
  if (contentType === PNG_TYPE && (await release.agents()).handle(value) !== null) return noPictureError()
  return agentNotFound(release, value, path)
}

/** Returns the error for an indexed agent without a picture, in the body shared by all addresses of an agent. */
const noPictureError = (): HttpError =>
  new HttpError(404, 'not_found', 'There is no picture of this agent.', {
    body: {
      suggestions: [],
      hint: 'The first 100 agents of a category have a picture; /og/home.png is there for all others.',
    },
  })

/** Returns the endpoint's file name with its path parameters filled in. */
const fillPath = ({ file }: Endpoint, path: ReadonlyMap<string, string>): string =>
  [...path].reduce((named, [name, value]) => withPart(named, name, value), file ?? '')

const fillFileName = ({ file }: Endpoint, name: string | undefined, value: string): string =>
  name === undefined ? (file ?? '') : withPart(file ?? '', name, value)

/** `*` matches any rest. */
const withPart = (file: string, name: string, value: string): string =>
  file.replace(name === '*' ? '*' : `{${name}}`, () => value)

const notInRelease = (category: string): HttpError =>
  new HttpError(404, 'not_ranked', `This release has no ranking for the category ${category}.`)
