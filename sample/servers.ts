import { getDayEnd } from './days.ts'
import type { RepositoryPlan } from './repositories.ts'

/** The three states of the registry; null where it has none. */
export type RegistryStatus = 'active' | 'deprecated' | 'deleted' | null

/** A change of state from a day on; `at` is the registry's time of it, null when it gives none. */
export interface StatusChange {
  day: number
  status: RegistryStatus
  at: string | null
}

/** A server of the MCP registry over the whole sample. */
export interface ServerLife {
  name: string
  title: string | null
  description: string
  websiteUrl: string | null
  repository: { url: string; source: string; subfolder?: string } | null
  /** `settings`: further fields of it, as the registry has them. */
  packages: { registryType: string; identifier: string; settings?: object }[]
  remotes: { type: string; url: string; headers?: object[] }[]
  /** In the order of publishing; never empty. */
  versions: { version: string; publishedAt: string }[]
  /** In the order of days. */
  turns: StatusChange[]
}

/** Servers, and the existing repositories that they name. */
export interface Population {
  servers: ServerLife[]
  repositories: RepositoryPlan[]
}

/** The versions that are published by the end of a day; none before the server exists. */
export function selectVersions({ versions }: ServerLife, day: number): ServerLife['versions'] {
  const end = getDayEnd(day)
  return versions.filter(({ publishedAt }) => publishedAt <= end)
}

/** The state at the end of a day. */
export const getStatus = ({ turns }: ServerLife, day: number): RegistryStatus =>
  (turns.findLast((turn) => turn.day <= day) ?? { status: 'active' as const }).status

/** The registry's time of the last change of state; null when there was none. */
export const findStatusChange = ({ turns }: ServerLife, day: number): string | null =>
  turns.findLast((turn) => turn.day <= day && turn.at !== null)?.at ?? null
