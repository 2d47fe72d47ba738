import { published } from '../published.ts'
import { answer, CACHE } from '../reply.ts'
import { route } from '../route.ts'

/** The home page. */
export const home = route('/', ({ request, served }) =>
  answer(request, published(served, 'index.html'), CACHE.page),
)

/** How the last run went. */
export const run = route('/runs/latest', ({ request, served }) =>
  answer(request, published(served, 'runs/latest.html'), CACHE.page),
)

/** The downloads. */
export const data = route('/data/:file', ({ request, params, served }) =>
  answer(request, published(served, `data/${params.file}`), CACHE.data),
)
