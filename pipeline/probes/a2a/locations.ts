/** Paths of cards, that of version 0.3 and later first. */
const USUAL = ['/.well-known/agent-card.json', '/.well-known/agent.json'] as const

/** An address at which an agent's card may be. */
interface CardUrl {
  url: string
  /** True at the root of a host with other paths, where it may be the card of another agent. */
  isShared: boolean
}

/** Returns the usual addresses of the card of an agent that is declared at an address without one. */
export function listCardUrls(declared: string): CardUrl[] {
  const { origin, pathname } = new URL(declared)
  const usual = USUAL.find((path) => pathname.endsWith(path))
  if (usual !== undefined) {
    const base = origin + pathname.slice(0, -usual.length)
    return USUAL.filter((path) => path !== usual).map((path) => ({ url: base + path, isShared: false }))
  }
  // A file at another path is the card of one of several agents.
  if (pathname.endsWith('.json')) return []
  const root = USUAL.map((path) => ({ url: origin + path, isShared: pathname !== '/' }))
  const own = { url: origin + pathname.replace(/\/$/, '') + USUAL[0], isShared: false }
  return pathname === '/' ? root : [own, ...root]
}
