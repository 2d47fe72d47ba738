import { published } from '../published.ts'
import { answer, CACHE } from '../reply.ts'
import { route } from '../route.ts'

/** An agent's badge, with and without `.svg`. A handle that is not indexed gets the "unknown" badge, with 200. */
export const badge = route('/embed/:handle', ({ request, params, served }) => {
  const handle = (params.handle ?? '').replace(/\.svg$/, '').toLowerCase()
  const own = /^[a-z0-9_-]{1,64}$/.test(handle) ? served.file('public', `embed/${handle}.svg`) : null
  return answer(
    request,
    own ?? served.file('private', 'embed/unknown.svg') ?? published(served, 'embed/unknown.svg'),
    CACHE.badge,
  )
})
