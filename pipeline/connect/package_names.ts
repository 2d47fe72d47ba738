import { valid as validPythonVersion } from '@renovatebot/pep440'
import { valid as validVersion } from 'semver'
import validateNpmName from 'validate-npm-package-name'
import type { PackageSettings } from '../agents/mcp_settings.ts'
import { toPackageName } from '../agents/package_name.ts'
import { judgeUrl } from '../http/guard/judge.ts'
import { require } from './refusal.ts'

/** A package by its name and exact version, as its own program takes it in one word. */
export interface PinnedPackage {
  name: string
  version: string
  word: string
}

/** Programs that run whatever their arguments name. */
const LAUNCHERS = new Set(
  (
    'npm npx node bun deno yarn pnpm corepack tsx ts-node nodemon cross-env shx zx concurrently ' +
    'uv uvx pip pipx python poetry virtualenv hatch'
  ).split(' '),
)

const PYTHON_NAME = /^[a-z\d](?:[a-z\d._-]{0,98}[a-z\d])?$/i

const DOMAIN = /^[a-z\d-]+(?:\.[a-z\d-]+)+$/
const COMPONENT = /^[a-z\d]+(?:(?:\.|_|__|-+)[a-z\d]+)*$/
const TAG = /^\w[\w.-]{0,127}$/
const DIGEST = /^sha256:[a-f\d]{64}$/

const NO_VERSION = 'its entry names no exact version'
const OTHER_REGISTRY = 'it is in another registry than the public one'

/** Returns an npm package. Throws a Refusal for anything else. */
export function pinNpm(entry: PackageSettings): PinnedPackage {
  const { identifier: name, version } = entry
  // Names of before 2017 may have capitals; whatever else they may have, a shell reads.
  const isName = name !== null && validateNpmName(name.toLowerCase()).validForNewPackages
  require(isName && /^[@\w./-]+$/.test(name), 'its name is not a name of npm')
  require(isPublic(entry), OTHER_REGISTRY)
  require(!LAUNCHERS.has(name), 'it is a program that starts other programs')
  require(version !== null && validVersion(version) === version, NO_VERSION)
  return { name, version, word: `${name}@${version}` }
}

/** Returns a package of PyPI. Throws a Refusal for anything else. */
export function pinPython(entry: PackageSettings): PinnedPackage {
  const { identifier: name, version } = entry
  require(name !== null && PYTHON_NAME.test(name), 'its name is not a name of PyPI')
  require(isPublic(entry), OTHER_REGISTRY)
  require(!LAUNCHERS.has(name.toLowerCase()), 'it is a program that starts other programs')
  const isVersion = version !== null && /^[\w.!+-]{1,100}$/.test(version) && validPythonVersion(version)
  require(Boolean(isVersion), NO_VERSION)
  return { name, version: String(version), word: `${name}@${version}` }
}

/** Returns an image with the tag or digest that its reference has, or else its version. Throws a Refusal. */
export function pinImage(entry: PackageSettings): PinnedPackage {
  const [reference = '', digest] = (entry.identifier ?? '').split('@')
  const [, bare = '', tag] = /^(.*?)(?::([^:/]*))?$/s.exec(reference) ?? []
  const name = addHost(bare, entry)
  require(name.length <= 255 && isImageName(name), 'its name is not a reference to a public image')
  require(isPublic(entry), OTHER_REGISTRY)
  if (digest !== undefined) {
    require(DIGEST.test(digest) && (tag === undefined || TAG.test(tag)), NO_VERSION)
    return { name, version: digest, word: `${name}@${digest}` }
  }
  const version = tag ?? entry.version ?? ''
  require(TAG.test(version) && /\d/.test(version), NO_VERSION)
  return { name, version, word: `${name}:${version}` }
}

const isPublic = ({ registry, identifier, registry_url }: PackageSettings): boolean =>
  toPackageName({ registry: registry ?? '', identifier: identifier ?? '', registry_url }) !== null

/** Older entries have the host of the registry apart from the name. */
function addHost(bare: string, { registry, registry_url }: PackageSettings): string {
  const full = toPackageName({ registry: registry ?? '', identifier: bare, registry_url })?.package
  return full?.endsWith(`/${bare}`) ? full : bare
}

function isImageName(name: string): boolean {
  const parts = name.split('/')
  const [first = '', ...rest] = parts
  const hasHost = parts.length > 1 && /[.:]|^localhost$/.test(first)
  if (hasHost && !(DOMAIN.test(first) && judgeUrl(`https://${first}`) !== null)) return false
  return (hasHost ? rest : parts).every((part) => COMPONENT.test(part))
}
