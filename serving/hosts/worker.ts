import { createHandler } from '../handler/handler.ts'
import { bucketReleases, type ReadableBucket } from './bucket_releases.ts'

/** Bindings of `wrangler.json`. */
interface Env {
  RELEASES: ReadableBucket
}

type Handler = ReturnType<typeof createHandler>

// One for each isolate, since the bucket is only known at the first call.
let handler: Handler | null = null

function start({ RELEASES }: Env): Handler {
  const log = console.error
  const current = bucketReleases({ bucket: RELEASES, now: () => performance.now(), log })
  return createHandler({ current, now: () => new Date(), log })
}

/** The entry of a Worker that answers from the releases in a bucket. */
export default {
  fetch(request: Request, env: Env): Promise<Response> {
    handler ??= start(env)
    return handler.answer(request)
  },
}
