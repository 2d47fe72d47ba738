import { xml } from '../../../core/domain/text.ts'
import type { Content } from '../../../core/interface/content.ts'
import { HttpError, notFound } from '../../../core/interface/errors.ts'
import { comparedAgents, comparedText } from '../../../core/interface/parameters.ts'
import { addBasePath, readBasePath } from '../../../core/pages/base_path.ts'
import { comparisonView } from '../../../core/resources/comparison.ts'
import { comparedTable, comparisonTable } from '../../../core/views/comparison_table.ts'
import { suggestionList } from '../../../core/views/error_page.ts'
import { tableCsv } from '../../../core/views/shown_table.ts'
import type { AgentIndex } from '../agent_index.ts'
import { agentNotFound } from '../agent_not_found.ts'
import type { Call } from '../call.ts'
import { flaggedAgents } from '../flagged_agents.ts'
import { readAgents } from '../known_agents.ts'
import { compareListed } from '../resources/comparison.ts'
import { hashText, type ServedRelease } from '../served_release.ts'
import { type TypedAgent, typedAgents } from '../typed_agents.ts'
import { takeLinks } from './take_links.ts'

const ROWS_MARK = '<!-- rows -->'
const TYPED_MARK = 'name="agents" value=""'
const MIN = 2
/** Notice when only one agent is given, as an agent's page links here: a first step, not an error. */
const ONE_MORE = '<p role="status">Add one to four more agents, by name or handle, separated by commas.</p>'
const MAX = 5

/** `/compare`: the page with its form; with agents, also the text entered and a table of them. */
export async function answerComparePage({ release, values }: Call): Promise<Content> {
  const page = await release.content('public', 'compare.html')
  if (page === null) throw notFound()
  const typed = values.get(comparedText)
  if (typed === undefined) return page
  const template = new TextDecoder().decode(page.bytes)
  const compared = typedAgents(await release.agents(), typed)
  const notices = await buildNotices(compared, release)
  const filled = (rows: string): string =>
    template
      .replace(TYPED_MARK, () => `name="agents" value="${xml(typed)}"`)
      .replace(ROWS_MARK, () => addBasePath([...notices, rows].join('\n'), readBasePath(template)))
  const handles = compared.flatMap(({ handle }) => (handle === null ? [] : [handle]))
  if (compared.length === 1 && handles.length === 1)
    return release.text(`compare_page ${await hashText(typed)}`, page.contentType, async () =>
      filled(ONE_MORE),
    )
  if (handles.length < MIN || compared.length > MAX) throw await buildRefusal(compared, release, filled)
  return release.text(`compare_page ${await hashText(typed)}`, page.contentType, async () => {
    const { agents } = await readAgents(release, handles)
    const info = await release.info()
    const view = comparisonView(agents, [], info)
    const query = `agents=${agents.map(({ handle }) => handle).join(',')}`
    const take = takeLinks(`/compare.csv?${query}`, `/api/compare/llm-summary?${query}`)
    return filled(`${comparisonTable(view, agents)}${take}`)
  })
}

/** `/compare.csv`: the same agents, a row for each. */
export async function answerCompareTable({ endpoint, release, values }: Call): Promise<Content> {
  const { comparison } = await compareListed(release, values.get(comparedAgents))
  const csv = tableCsv(comparedTable(comparison.agents))
  return release.text(`${endpoint.id} ${await hashText(csv)}`, endpoint.contentType, async () => csv)
}

/** Returns a sentence for each unknown agent, with agents that may be meant. */
async function buildNotices(compared: TypedAgent[], release: ServedRelease): Promise<string[]> {
  const index = await release.agents()
  return Promise.all(
    compared
      .slice(0, MAX)
      .filter(({ handle }) => handle === null)
      .map((agent) => buildNotice(agent, compared, index, release)),
  )
}

async function buildNotice(
  agent: TypedAgent,
  compared: TypedAgent[],
  index: AgentIndex,
  release: ServedRelease,
): Promise<string> {
  const isShared = agent.namesakes.length > 0
  // An agent that is already compared is no suggestion.
  const taken = new Set(compared.map(({ handle }) => handle))
  const meant = isShared
    ? agent.namesakes.slice(0, MAX)
    : ((await index.suggest(agent.text)) ?? []).filter(({ handle }) => !taken.has(handle))
  const says = isShared
    ? `Several agents are named “${xml(agent.text)}”. Choose one:`
    : `No agent has the handle or name “${xml(agent.text)}”.${meant.length > 0 ? ' Did you mean:' : ''}`
  const list = suggestionList(await flaggedAgents(release, meant), ({ handle }) =>
    replaceAgent(handle, agent, compared),
  )
  return `<p class="error" role="alert">${says}</p>${list}`
}

/** Returns the address of the same comparison with the unknown agent replaced. */
function replaceAgent(handle: string, instead: TypedAgent, compared: TypedAgent[]): string {
  const texts = compared.map((agent) => (agent === instead ? handle : (agent.handle ?? agent.text)))
  return `/compare?agents=${encodeURIComponent(texts.join(','))}`
}

/** Returns the error page with the form as entered: a single agent, too many, or too few known ones. */
async function buildRefusal(
  compared: TypedAgent[],
  release: ServedRelease,
  filled: (rows: string) => string,
): Promise<HttpError> {
  const unknown = compared.find(({ handle }) => handle === null)
  if (unknown !== undefined && compared.length <= MAX) {
    const { status, code, message, more } = await agentNotFound(release, unknown.text)
    return new HttpError(status, code, message, { ...more, page: filled('') })
  }
  const message = `agents must be ${MIN} to ${MAX} different agents by handle or name, separated by commas or spaces; ${compared.length} given.`
  const says = `Enter two to five different agents: ${compared.length} given.`
  return new HttpError(400, 'invalid_parameter', message, {
    page: filled(`<p class="error" role="alert">${says}</p>`),
  })
}
