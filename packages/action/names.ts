import { type DependencyKey, normalKey } from './dependency.ts'

// What names a package of a public registry and nothing else. Package managers read far more (addresses, folders, aliases,
// other registries) in the same place; all of that is a doubt.

const MAX_TEXT = 300
const NPM_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/
/** Versions, ranges and tags: whatever else npm takes there has a colon or a slash, or begins with a dot. */
const NPM_VERSION = /^(?!\.)[\w.^~<>=*|+ -]*$/
const NPM_FILE = /\.(?:tgz|tar|tar\.gz)$/i
const PYPI_NAME = /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/
const PYPI_FILE = /\.(?:whl|zip|egg|tar|tgz|tar\.\w+)$/i
const IMAGE =
  /^(?:[a-z0-9.-]+(?::\d+)?\/)?[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?$/

/** A text of a file as a reason shows it. */
export const quote = (text: string): string => `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`

const doubt = (text: string, reason: string): DependencyKey => ({ doubt: `${quote(text)} ${reason}` })

/** True if a text has a placeholder that a shell, a client or a template fills later. */
export const isTemplate = (text: string): boolean => /\$|%\w+%|\{\{|^~/.test(text)

/** Returns an npm package by its name and the requested version. */
export function npmSource(name: string, version: string): DependencyKey {
  const text = version === '' ? name : `${name}@${version}`
  if (isTemplate(name)) return doubt(text, 'is filled in later: write the name of the package')
  if (name !== name.toLowerCase() && NPM_NAME.test(name.toLowerCase()))
    return doubt(text, 'has capitals, which npm tells apart: write the name as the registry does')
  const isPlain = text.length <= MAX_TEXT && NPM_NAME.test(name) && NPM_VERSION.test(version)
  if (!isPlain || NPM_FILE.test(text))
    return doubt(text, 'is not a name of the npm registry with a version: it can install anything')
  return { key: normalKey(`package:npm/${name}`) }
}

/** The same of `name@version`, as commands write it. */
export function npmSpecSource(spec: string): DependencyKey {
  const [name, version] = splitSpec(spec)
  return npmSource(name, version)
}

/** `@scope/name@1.2` as name and version. */
export function splitSpec(spec: string): [name: string, version: string] {
  const at = spec.indexOf('@', 1)
  return at < 0 ? [spec, ''] : [spec.slice(0, at), spec.slice(at + 1)]
}

/** A package of PyPI: `name[extras]` with versions, as in requirements, or after an `@` as `uvx` has them. */
export function pypiSource(text: string): DependencyKey {
  if (isTemplate(text)) return doubt(text, 'is filled in later: write the name of the package')
  const [, name = '', , rest = ''] = /^([\w.-]*)(\[[\w\s,.-]*\])?(.*)$/s.exec(text.slice(0, MAX_TEXT)) ?? []
  const isVersion =
    /^@(?:latest|\d[\w.+!-]*)$/.test(rest) ||
    rest.split(',').every((part) => /^\s*(?:[=<>!~]{1,3}\s*[\w.*+!-]+)?\s*$/.test(part))
  const isPlain = text.length <= MAX_TEXT && PYPI_NAME.test(name) && isVersion
  if (!isPlain || PYPI_FILE.test(text))
    return doubt(text, 'is not a name of PyPI with a version: it can install anything')
  return { key: normalKey(`package:pypi/${name}`) }
}

/** An image by its name. A digest names bytes of which no index says anything. */
export function imageSource(text: string): DependencyKey {
  if (isTemplate(text)) return doubt(text, 'is filled in later: write the name of the image')
  if (text.includes('@'))
    return doubt(
      text,
      'is an image by its digest: the index knows images by name, so compare the digest yourself',
    )
  if (text.length > MAX_TEXT || !IMAGE.test(text)) return doubt(text, 'is not the name of an image')
  return { key: normalKey(`package:oci/${text}`) }
}

/** Names of query parameters that identify the caller, and not the resource. */
const CREDENTIAL = /^(?:api[_-]?key|key|(?:access[_-]?)?token|auth|secret|profile)$/i

/** A server by the address at which it is called. */
export function endpointSource(text: string): DependencyKey {
  const [place = ''] = text.split(/[?#]/, 1)
  if (isTemplate(place)) return doubt(text, 'is filled in later: write the address')
  if (!/^https?:\/\/[!-~]+$/i.test(place) || place.includes('\\') || !URL.canParse(text))
    return doubt(text, 'is not a plain http address')
  const { username, password, searchParams } = new URL(text)
  if (username !== '' || password !== '' || place.includes('@'))
    return doubt(
      place,
      'has a name before the host: what is after the @ is called, so send a key in a header',
    )
  const other = [...searchParams.keys()].find((name) => !CREDENTIAL.test(name))
  if (other !== undefined)
    return doubt(place, `is called with the parameter ${quote(other)}, which may choose another server there`)
  return { key: normalKey(`endpoint:${text}`) }
}
