// Package manager settings that can lead a name to another package. Each returns the reason, or null.

const REGISTRY = /^https:\/\/registry\.(?:npmjs\.org|yarnpkg\.com)\/?$/
/** Keys of .npmrc that say how something is installed, and not what. */
const HARMLESS =
  /^(?:\/\/registry\.npmjs\.org\/:(?:_auth|_authToken|_password|username|email|always-auth)|save|save-.*|engine-strict|fund|audit|audit-level|loglevel|progress|package-lock|legacy-peer-deps|strict-peer-dep.*|auto-install-peers|shamefully-hoist|public-hoist-pattern.*|hoist.*|node-linker|omit.*|ignore-scripts|min(?:imum)?-release-age|access|provenance|message|tag-version-prefix|prefer-(?:offline|online|frozen-lockfile)|update-notifier|color)$/

/** Their readers take a lone return for the end of a line. */
const LINE_END = /[\r\n]+/

/** Returns the setting in a .npmrc text that may change where packages come from. */
export function npmSettingDoubt(text: string): string | null {
  for (const line of text.split(LINE_END)) {
    const [key = '', value = ''] = line.split(/=(.*)/s).map((part) => part.trim())
    if (key === '' || /^[#;]/.test(key) || HARMLESS.test(key)) continue
    if (key === 'registry' && REGISTRY.test(value)) continue
    return `has "${key.slice(0, 60)}", so that npm may install from elsewhere: take it out, or judge by hand`
  }
  return null
}

/** The settings of a file that has a line like one of these. */
const holds =
  (pattern: RegExp) =>
  (text: string): string | null => {
    const line = text.split(LINE_END).find((each) => pattern.test(each))
    return line === undefined
      ? null
      : `has "${line.trim().slice(0, 60)}", so that packages may come from elsewhere`
  }

const always = (): string => 'decides which packages are installed'
const NPM = holds(
  /^[^#]*(?:registr|npmScopes|overrides|packageExtensions|patched|catalog|configDependencies|pnpmfile|yarnPath|plugins|scopes|unsafeHttpWhitelist)/i,
)
const PYPI = holds(
  /^[^#]*(?:\btool\.uv\.(?:index|sources|pip)|\[index\]|\[sources\]|\bindex\b|\bindex-url\b|\bextra-index-url\b|\bfind-links\b|\boverride-dependencies\b|\bconstraint-dependencies\b|\bno-index\b)/i,
)

/** Files beside .npmrc. */
export const OTHER_SETTINGS: readonly {
  file: string
  kind: 'npm' | 'pypi'
  doubt(text: string): string | null
}[] = [
  { file: '.yarnrc', kind: 'npm', doubt: NPM },
  { file: '.yarnrc.yml', kind: 'npm', doubt: NPM },
  { file: 'bunfig.toml', kind: 'npm', doubt: NPM },
  { file: 'pnpm-workspace.yaml', kind: 'npm', doubt: NPM },
  { file: '.pnpmfile.cjs', kind: 'npm', doubt: always },
  { file: '.pnpmfile.mjs', kind: 'npm', doubt: always },
  { file: 'uv.toml', kind: 'pypi', doubt: PYPI },
  { file: 'pyproject.toml', kind: 'pypi', doubt: PYPI },
  { file: 'pip.conf', kind: 'pypi', doubt: PYPI },
  { file: 'pip.ini', kind: 'pypi', doubt: PYPI },
]
