import { silentReporter } from '../cli/progress.ts'
import type { Catalog } from '../pipeline/catalog/catalog.ts'
import { createReach } from '../pipeline/http/guard/transport.ts'
import { pathThrough } from '../pipeline/http/second_path.ts'
import { resolveWithoutDns } from '../pipeline/http/upstreams.ts'
import type { RunOptions } from '../pipeline/run/types.ts'

/** An upstream that answers the given addresses with the given JSON, and all others with 404. */
export function fetchFrom(answers: Record<string, unknown>): typeof globalThis.fetch {
  return async (asked) => {
    const url = asked instanceof Request ? asked.url : String(asked)
    return url in answers
      ? Response.json(answers[url])
      : Response.json({ message: 'Not Found' }, { status: 404 })
  }
}

/** The options of a run of one day against an upstream, without waits. */
export function runOptions(
  day: string,
  output: string,
  catalog: Catalog,
  fetch: typeof globalThis.fetch,
): RunOptions {
  const now = () => Date.parse(`${day}T23:59:59Z`)
  const perSecond = Number.POSITIVE_INFINITY
  const reach = createReach(fetch)
  return {
    day,
    output,
    universe: {
      ...{ world: 'sample', fetch, catalog, perSecond, limitsClock: null, sleep: async () => {}, now },
      ...{ resolve: resolveWithoutDns, reach },
      secondPath: pathThrough({ resolve: resolveWithoutDns, reach }),
    },
    sources: null,
    offline: false,
    refetch: false,
    acceptShrink: true,
    baseUrl: 'https://assay.example',
    env: {},
    report: silentReporter,
  }
}
