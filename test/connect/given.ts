import { toSettings } from '../../pipeline/agents/mcp_settings.ts'
import { type ListedServer, vetServer } from '../../pipeline/connect/vet_server.ts'

type Listed = Record<string, unknown>

/** A package as a publisher lists it; what is left out is plain. */
export const npm = (given: Listed = {}): Listed => ({
  ...{ registryType: 'npm', identifier: '@sample/tides', version: '1.2.3', transport: { type: 'stdio' } },
  ...given,
})
export const pypi = (given: Listed = {}): Listed =>
  npm({ registryType: 'pypi', identifier: 'sample-tides', ...given })
export const oci = (given: Listed = {}): Listed =>
  npm({ registryType: 'oci', identifier: 'images.sample.example/tides:1.2.3', version: undefined, ...given })
export const remote = (given: Listed = {}): Listed => ({
  ...{ type: 'streamable-http', url: 'https://mcp.sample.example/tides' },
  ...given,
})

/** A server of the registry that lists these packages and addresses. */
export const listed = (packages: Listed[], remotes: Listed[] = []): ListedServer => ({
  ...{ name: 'example.sample/tides', version: '1.2.3', published_on: '2026-03-01' },
  settings: toSettings({ packages, remotes }),
})

/** Returns the ways and refusals of a package. */
export const vetOne = (entry: Listed) => vetServer(listed([entry]))
/** Returns the ways and refusals of an address. */
export const vetAddressEntry = (entry: Listed) => vetServer(listed([], [entry]))

export const required = (name: string, more: Listed = {}): Listed => ({ name, isRequired: true, ...more })
