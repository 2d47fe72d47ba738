import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentRelease } from '../../../core/release/release.ts'
import type { Summary } from '../../../test/oracle/published.ts'

/** Every published signal value of a release, by agent, category and signal; null where it is not observed. */
export type Values = Map<string, string | number | null>

/** Reads the values that are served from an output folder. */
export function servedValues(output: string): Values {
  const release = currentRelease(output)
  const values: Values = new Map()
  for (const { key } of release?.entries() ?? []) {
    if (!/^public\/api\/agent\/[^/]+\/llm-summary$/.test(key)) continue
    const file = release?.file('public', key.slice('public/'.length))
    const { handle, scores_by_category } = JSON.parse(file?.read().toString('utf8') ?? '{}') as Summary
    for (const [category, row] of Object.entries(scores_by_category))
      for (const { key, value } of row.signals) values.set(`${handle} ${category} ${key}`, value)
  }
  return values
}

/**
 * Signals of two sources: those divided among agents that another source lists, or counted for agents that another
 * source names; and the content of an agent's own file, which is an observation of the agent.
 */
const OF_TWO_SOURCES =
  /(?:mcp_server|service) github_(?:stars|forks)$| (?:npm|pypi)_downloads$| x402_\w+$| (?:mcp_servers|huggingface_derivatives)$| \w+_answered_at$| registration_fields$/

/**
 * Values that are neither today's nor the day before's; never observed is null. A signal of two sources, one of them
 * stale, can mix both days in one value: `mixed`, to be judged by its trace.
 */
export function thirdValues(
  shown: Values,
  today: Values,
  before: Values,
): { third: string[]; mixed: string[] } {
  const others = [...shown].filter(
    ([name, value]) => ![today.get(name), before.get(name) ?? null].includes(value),
  )
  const isMixed = (name: string): boolean => OF_TWO_SOURCES.test(name)
  const describeValue = ([name, value]: [string, string | number | null]): string =>
    `${name} is ${value}, not ${today.get(name)} or ${before.get(name) ?? null}`
  return {
    third: others.filter(([name]) => !isMixed(name)).map(describeValue),
    mixed: others.filter(([name]) => isMixed(name)).map(describeValue),
  }
}

/** Lists the places that must name a failed source but do not. */
export function findUnnamedPlaces(output: string, source: string): string[] {
  const places = {
    'the economy summary': 'api/agent-economy/llm-summary',
    'the run page': 'runs/latest.html',
  }
  return Object.entries(places).flatMap(([place, path]) => {
    const text = readFileSync(join(output, 'current/public', path), 'utf8')
    return isNamed(place, text, source) ? [] : [`${place} does not name ${source}`]
  })
}

function isNamed(place: string, text: string, source: string): boolean {
  if (place === 'the run page')
    return new RegExp(`<h3 id="source-${source}">.*class="failed"|<li>${source} (?:had|was)`).test(text)
  const { limitations } = JSON.parse(text) as { limitations: string[] }
  return limitations.some((line) => line.startsWith(`${source} `))
}
