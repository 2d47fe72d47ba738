import type { AgentKey } from './key.ts'

/** Hosts of repositories, each with `owner/name` after it. */
const HOSTS = 'github\\.com|gitlab\\.com|bitbucket\\.org|codeberg\\.org|huggingface\\.co'
const REPOSITORY = new RegExp(
  `^(?:git\\+)?(?:(?:https?|ssh|git)://)?(?:[\\w.-]+@)?(?:www\\.)?(?<host>${HOSTS})[/:]+(?<owner>[\\w.-]+)(?:/+(?<name>[\\w.-]+?))?(?:\\.git)?(?:/+(?:-/+)?(?:tree|blob)/+[^/]+/+(?<folder>[^?#]+)|/[^?#]*)?(?:[?#].*)?$`,
  'i',
)
const FOLDER = /^(.*)#([^#]+)$/
const SHORT = /^(?<owner>[\w.-]+)\/(?<name>[\w.-]+?)(?:\.git)?$/

/** Reads a repository, with or without its folder, or the account that owns some. A short name is of GitHub. */
export function readRepository(given: string): AgentKey[] {
  const [, text = given, marked] = FOLDER.exec(given) ?? []
  const long = REPOSITORY.exec(text)?.groups
  const { owner, name, folder = marked } = long ?? SHORT.exec(text)?.groups ?? {}
  if (owner === undefined) return []
  const host = (long?.host ?? 'github.com').toLowerCase()
  if (name === undefined) return [{ kind: 'account', value: `${host}/${owner}`.toLowerCase() }]
  const value = `${host}/${owner}/${name}`.toLowerCase()
  const inFolder = folder === undefined ? [] : [`${value}#${folder.replace(/^\/+|\/+$/g, '').toLowerCase()}`]
  return [...inFolder, value].map((value) => ({ kind: 'repository', value }))
}
