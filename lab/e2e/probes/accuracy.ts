import { expectOutcome, type TrueAddress } from './truth.ts'

/** An address as the prober saw it. */
export interface SeenAddress {
  url: string
  kind: string
  /** Null where this machine could not observe it. */
  outcome: string | null
  reason: string | null
  /** Number of tools, and hash of their list as received; null where no list was read. */
  tools: number | null
  toolsHash: string | null
}

const MIN_SIGN_OF_LIFE = 0.99
const MIN_OTHER = 0.95
/** Outcomes that are right for what could not be measured. */
const UNMEASURED = new Set(['rate_limited', 'blocked', 'server_error'])
const MAX_SHOWN = 5

/** Prints precision and recall of each outcome over what was probed; true if all are high enough. */
export function printAccuracy(truth: TrueAddress[], finished: SeenAddress[]): boolean {
  const byUrl = new Map(truth.map((address) => [address.url, address]))
  const pairs = finished.flatMap((address) => toPair(address, byUrl.get(address.url)))
  const outcomes = [...new Set(pairs.flatMap(({ seen, right }) => [seen, right]))].sort()
  const rated = outcomes.map((outcome) => rate(outcome, pairs))
  for (const line of rated) console.log(line.text)
  const wrong = pairs.filter(({ seen, right }) => seen !== right)
  const groups = Map.groupBy(wrong, ({ kind, name, seen }) => `${kind} ${name}: ${seen}`)
  for (const [group, all] of groups)
    console.log(
      `  ${group} ${all.length} ${all
        .slice(0, MAX_SHOWN)
        .map(({ url }) => url)
        .join(' ')}`,
    )
  printReasons(finished)
  return printTools(finished, byUrl) && rated.every(({ isHigh }) => isHigh)
}

interface Pair {
  url: string
  kind: string
  name: string
  seen: string
  right: string
}

function toPair({ url, kind, outcome }: SeenAddress, address: TrueAddress | undefined): Pair[] {
  const right = address && expectOutcome(address)
  if (!address || !right || outcome === null || outcome === 'not_probed') return []
  // TLS is no part of the replay server.
  const seen = outcome === 'tls' ? 'refused' : outcome
  const isExcused = address.could_not_measure === true && UNMEASURED.has(seen)
  return [
    {
      url,
      kind,
      name: address.class,
      seen,
      right: isExcused ? seen : right,
    },
  ]
}

function rate(outcome: string, pairs: Pair[]): { text: string; isHigh: boolean } {
  const hits = pairs.filter(({ seen, right }) => seen === outcome && right === outcome).length
  const seen = pairs.filter((pair) => pair.seen === outcome).length
  const right = pairs.filter((pair) => pair.right === outcome).length
  const [precision, recall] = [seen === 0 ? 1 : hits / seen, right === 0 ? 1 : hits / right]
  const least = outcome === 'answers' || outcome === 'gated' ? MIN_SIGN_OF_LIFE : MIN_OTHER
  return {
    text: `${outcome.padEnd(24)}${String(right).padStart(7)}  precision ${precision.toFixed(4)}  recall ${recall.toFixed(4)}`,
    isHigh: precision >= least && recall >= least,
  }
}

function printReasons(finished: SeenAddress[]): void {
  const left = finished.filter(({ outcome }) => outcome === 'not_probed')
  const groups = Map.groupBy(left, ({ kind, reason }) => `${kind} ${reason}`)
  for (const [group, all] of groups) console.log(`not probed: ${group} ${all.length}`)
  console.log(`not observed: ${finished.filter(({ outcome }) => outcome === null).length}`)
}

/**
 * Prints the servers whose number or hash of tools is not the true one; true if there are none. Of an address that is no
 * longer declared on the day the truth says nothing.
 */
function printTools(finished: SeenAddress[], byUrl: Map<string, TrueAddress>): boolean {
  const answering = finished.filter(
    ({ url, kind, outcome }) => kind === 'mcp' && outcome === 'answers' && byUrl.has(url),
  )
  const wrong = answering.filter(({ url, tools, toolsHash }) => {
    const address = byUrl.get(url)
    return tools !== address?.tools || toolsHash !== address?.tools_hash
  })
  console.log(`tool lists: ${answering.length - wrong.length} of ${answering.length} equal`)
  for (const { url } of wrong.slice(0, MAX_SHOWN)) console.log(`  ${url}`)
  return wrong.length === 0
}
