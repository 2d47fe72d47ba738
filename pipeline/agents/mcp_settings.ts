import { z } from 'zod'
import { pick } from '../source/pick.ts'
import { findValue } from './file_values.ts'

/** Maximum length of a name, and of a value; longer ones become null. */
const MAX_NAME = 200
const MAX_VALUE = 2_000
/** Maximum number of entries kept of each list. One more is kept, so that a longer list is seen to be longer. */
export const MAX_SETTINGS = 50

const name = z.string().max(MAX_NAME).nullable()
const value = z.string().max(MAX_VALUE).nullable()
const cappedList = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).max(MAX_SETTINGS + 1)

/** A variable of the environment, or a header: its name, never its value. */
const input = z.object({
  name,
  required: z.boolean(),
  secret: z.boolean(),
  /** True where its publisher sets a value. */
  is_set: z.boolean(),
  /** True for a header whose value is `Bearer` and something to fill in. */
  is_bearer: z.boolean(),
})

/** An argument as a publisher lists it; a value that is a secret is not kept. */
const argument = z.object({
  type: name,
  name,
  value,
  /** Name of what is to be filled in. */
  hint: name,
  required: z.boolean(),
  /** True where a value is set, also one that is not kept. */
  is_set: z.boolean(),
})

/** Settings of a server: what is needed to connect to it. Texts of any form, capped, null where there is none. */
export const MCP_SETTINGS = z.object({
  packages: cappedList(
    z.object({
      registry: name,
      registry_url: value,
      identifier: value,
      version: name,
      runtime: name,
      transport: name,
      runtime_arguments: cappedList(argument),
      arguments: cappedList(argument),
      variables: cappedList(input),
    }),
  ),
  remotes: cappedList(z.object({ type: name, url: value, headers: cappedList(input) })),
})

export type McpSettings = z.infer<typeof MCP_SETTINGS>
export type PackageSettings = McpSettings['packages'][number]
export type RemoteSettings = McpSettings['remotes'][number]
export type SettingsInput = z.infer<typeof input>
export type SettingsArgument = z.infer<typeof argument>

/** Returns the settings that a server of the registry lists. Always fits its row: what does not is null. */
export const toSettings = (server: unknown): McpSettings => ({
  packages: entries(pick(server, 'packages')).map(toPackage),
  remotes: entries(pick(server, 'remotes')).map(toRemote),
})

const toPackage = (entry: unknown): PackageSettings => ({
  registry: capped(findValue(entry, ['registryType', 'registry_type', 'registry_name']), MAX_NAME),
  registry_url: written(findValue(entry, ['registryBaseUrl', 'registry_base_url'])),
  identifier: capped(findValue(entry, ['identifier', 'name']), MAX_VALUE),
  version: capped(pick(entry, 'version'), MAX_NAME),
  runtime: capped(findValue(entry, ['runtimeHint', 'runtime_hint']), MAX_NAME),
  transport: capped(pick(pick(entry, 'transport'), 'type'), MAX_NAME),
  runtime_arguments: entries(findValue(entry, ['runtimeArguments', 'runtime_arguments'])).map(toArgument),
  arguments: entries(findValue(entry, ['packageArguments', 'package_arguments'])).map(toArgument),
  variables: entries(findValue(entry, ['environmentVariables', 'environment_variables'])).map(toInput),
})

const toRemote = (entry: unknown): RemoteSettings => ({
  type: capped(findValue(entry, ['type', 'transport_type']), MAX_NAME),
  url: capped(pick(entry, 'url'), MAX_VALUE),
  headers: entries(pick(entry, 'headers')).map(toInput),
})

const toInput = (entry: unknown): SettingsInput => ({
  name: capped(pick(entry, 'name'), MAX_NAME),
  required: isTrue(entry, ['isRequired', 'is_required']),
  secret: isTrue(entry, ['isSecret', 'is_secret']),
  is_set: hasValue(entry),
  is_bearer: /^Bearer \{[\w-]+\}$/.test(String(pick(entry, 'value') ?? '')),
})

function toArgument(entry: unknown): SettingsArgument {
  const isSecret = isTrue(entry, ['isSecret', 'is_secret'])
  return {
    type: capped(pick(entry, 'type'), MAX_NAME),
    name: capped(pick(entry, 'name'), MAX_NAME),
    value: isSecret ? null : capped(pick(entry, 'value'), MAX_VALUE),
    hint: capped(findValue(entry, ['valueHint', 'value_hint']), MAX_NAME),
    required: isTrue(entry, ['isRequired', 'is_required']),
    is_set: hasValue(entry),
  }
}

const entries = (list: unknown): unknown[] => (Array.isArray(list) ? list.slice(0, MAX_SETTINGS + 1) : [])

const isTrue = (entry: unknown, names: string[]): boolean => findValue(entry, names) === true

const hasValue = (entry: unknown): boolean => pick(entry, 'value') != null && pick(entry, 'value') !== ''

const capped = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.length <= max ? value.toWellFormed() : null

/** The address of a registry. An odd one is kept, for without it the package would be one of the public registry. */
const written = (value: unknown): string | null =>
  value == null ? null : (capped(value, MAX_VALUE) ?? 'not an address')
