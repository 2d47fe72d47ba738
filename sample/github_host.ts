import { createHash } from 'node:crypto'
import { type HostHandler, jsonResponse, revalidatedResponse } from './answers.ts'
import { getDayEnd } from './days.ts'
import { choose, createRandom } from './prng.ts'
import { pushedAt, type RepositoryLife } from './repositories.ts'
import { sampleWorld } from './world.ts'

const DOCS = 'https://docs.github.com/rest'
const LICENSES = ['MIT', 'MIT', 'Apache-2.0', 'NOASSERTION', null] as const

/** The REST API of GitHub: `/repos/{owner}/{name}`; its GraphQL API requires a token, which the sample has not. */
export const githubHost: HostHandler = ({ seed, day, url: { pathname }, request }) => {
  const headers = quota(day)
  if (pathname === '/graphql') {
    return jsonResponse(
      { message: 'This endpoint requires you to be authenticated.', documentation_url: DOCS, status: '401' },
      401,
      headers,
    )
  }
  const [, owner, name] = /^\/repos\/([^/]+)\/([^/]+)$/.exec(pathname) ?? []
  const life = sampleWorld(seed).repositories.get(`${owner}/${name}`.toLowerCase())
  if (life === undefined || day < life.from || day >= life.until) {
    return jsonResponse({ message: 'Not Found', documentation_url: DOCS, status: '404' }, 404, headers)
  }
  return revalidatedResponse(request, render(life, day), headers)
}

/** The sample's quota never runs out, and is the same in every answer so that bytes stay the same. */
const quota = (day: number): Record<string, string> => ({
  'x-github-media-type': 'github.v3; format=json',
  'x-ratelimit-limit': '5000',
  'x-ratelimit-remaining': '4999',
  'x-ratelimit-used': '1',
  'x-ratelimit-reset': String(Date.parse(getDayEnd(day)) / 1000 + 1),
  'x-ratelimit-resource': 'core',
})

function render(life: RepositoryLife, day: number): object {
  const { id, owner, name, description, language, createdAt } = life
  const full = `${owner}/${name}`
  const api = `https://api.github.com/repos/${full}`
  const page = `https://github.com/${full}`
  const pushed = pushedAt(life, day)
  const [stars, forks, issues] = [life.stars[day], life.forks[day], life.issues[day]]
  return {
    id,
    node_id: `R_${id.toString(36)}`,
    name,
    full_name: full,
    private: false,
    owner: toOwner(owner),
    html_url: page,
    description,
    fork: false,
    url: api,
    releases_url: `${api}/releases{/id}`,
    created_at: createdAt,
    updated_at: pushed ?? createdAt,
    pushed_at: pushed,
    git_url: `git://github.com/${full}.git`,
    clone_url: `${page}.git`,
    homepage: null,
    stargazers_count: stars,
    watchers_count: stars,
    language,
    forks_count: forks,
    archived: day >= life.archivedFrom,
    disabled: false,
    open_issues_count: issues,
    license: chooseLicense(full),
    is_template: false,
    topics: ['sample'],
    visibility: 'public',
    forks,
    open_issues: issues,
    watchers: stars,
    default_branch: 'main',
  }
}

/** A licence as GitHub names it; null where it found none. */
function chooseLicense(full: string): object | null {
  const spdx_id = choose(createRandom('license', full), LICENSES)
  return spdx_id === null ? null : { key: spdx_id.toLowerCase(), name: spdx_id, spdx_id }
}

const toOwner = (login: string): object => ({
  login,
  id: Number.parseInt(createHash('sha256').update(login.toLowerCase()).digest('hex').slice(0, 7), 16) + 1,
  html_url: `https://github.com/${login}`,
  url: `https://api.github.com/users/${login}`,
  type: 'Organization',
  site_admin: false,
})
