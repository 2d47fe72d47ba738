import { type KnownRegistry, normalPackage } from '../domain/package_name.ts'
import { type AgentKey, decodePercent } from './key.ts'

const NAMES: Readonly<Record<string, KnownRegistry>> = {
  ...{ npm: 'npm', npx: 'npm', pypi: 'pypi', pip: 'pypi', uvx: 'pypi' },
  ...{ oci: 'oci', docker: 'oci' },
}
const PREFIXED = /^(?:pkg:|package:)?(?<registry>npm|npx|pypi|pip|uvx|oci|docker)[:/](?<name>[^\s?#]+)/i
/** The scope that npm writes before a name. */
const SCOPED = /^(?<name>@[a-z0-9~-][\w.~-]*\/[a-z0-9~-][\w.~-]*)(?:@[\w.^~<>=*-]*)?$/i
const PAGES: readonly [RegExp, KnownRegistry][] = [
  [/^(?:https?:\/\/)?(?:www\.)?npmjs\.com\/package\/(?<name>(?:@|%40)?[^?#@]+)/i, 'npm'],
  [/^(?:https?:\/\/)?(?:www\.)?pypi\.org\/(?:project|p)\/(?<name>[^/?#]+)/i, 'pypi'],
  [/^(?:https?:\/\/)?hub\.docker\.com\/(?:r|_)\/(?<name>[^?#]+)/i, 'oci'],
]

/** Reads a package by its prefix, its purl, its scope, or the address of its page. */
export function readPackage(text: string): AgentKey[] {
  const { registry = '', name } = PREFIXED.exec(text)?.groups ?? {}
  if (name !== undefined) return toKey(NAMES[registry.toLowerCase()] as KnownRegistry, decodePercent(name))
  const scoped = SCOPED.exec(text)?.groups?.name
  if (scoped !== undefined) return toKey('npm', scoped)
  for (const [page, of] of PAGES) {
    const shown = page.exec(text)?.groups?.name
    if (shown !== undefined) return toKey(of, decodePercent(shown).replace(/\/+(?:v\/.*)?$/, ''))
  }
  return []
}

function toKey(registry: KnownRegistry, name: string): AgentKey[] {
  // A version follows an @ that is no scope's.
  const bare = registry === 'oci' ? name : name.replace(/(?<=.)(?:@|==|\[).*$/, '')
  return [{ kind: 'package', value: `${registry}/${normalPackage(registry, bare)}` }]
}
