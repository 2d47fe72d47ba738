import { type HostHandler, revalidatedResponse } from '../answers.ts'
import { buildFile } from './agent_files.ts'
import { COPY_PREFIX } from './agent_plans.ts'
import { PRIVATE_TARGET } from './hostile_agents.ts'
import { type Registration, registrations } from './registrations.ts'

const PAGE = { 'content-type': 'text/html; charset=utf-8' }
/** Files that come and go while the sample runs: first and end day index. */
const SPANS: Record<string, [number, number]> = {
  'agent-account-book': [9, 30],
  'agent-star-charts': [0, 16],
  'agent-recipe-box': [0, 19],
}

/** The host of most agents' files, with a page for each of them. */
export const agentsHost: HostHandler = ({ seed, day, url: { pathname, searchParams }, request }) => {
  if (pathname.startsWith('/moved/')) {
    return new Response(null, { status: 302, headers: { location: PRIVATE_TARGET } })
  }
  const [, slug = '', isFile] = /^\/([\w-]+)(\.json)?$/.exec(pathname) ?? []
  const agent = registrations(seed).find(
    (registration) => registration.slug === (slug === COPY_PREFIX ? `${COPY_PREFIX}-1` : slug),
  )
  if (!agent || agent.at >= day + 1) return missingPage()
  if (isFile === undefined) return page(200, slug)
  if (agent.shelf === 'failing') return new Response('Internal Server Error\n', { status: 500 })
  const [from, until] = SPANS[slug] ?? [0, 30]
  if (agent.shelf !== 'https' || day < from || day >= until) return missingPage()
  return revalidatedResponse(request, searchParams.has('v') ? renewFile(agent) : buildFile(agent, agent.id))
}

const renewFile = (agent: Registration): object => ({
  ...buildFile(agent, agent.id),
  description: `${agent.description} Since then it has got better.`,
})

const page = (status: number, title: string): Response =>
  new Response(`<!doctype html><title>Sample ${title}</title><h1>Sample ${title}</h1>\n`, {
    status,
    headers: PAGE,
  })

const missingPage = (): Response => page(404, 'page that is missing')
