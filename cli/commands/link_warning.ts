import type { World } from '../../core/domain/world.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Warns that the links of a live index lead to this machine alone; null where they lead anywhere. */
export function linkWarning(world: World, baseUrl: string): string | null {
  if (world !== 'live' || !LOOPBACK.test(new URL(baseUrl).hostname)) return null
  return `warning: published links start with ${baseUrl}, which nobody else can open: set PUBLIC_BASE_URL to the address of this index`
}
