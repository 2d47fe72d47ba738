import { createHandler } from '../handler/handler.ts'
import { followRelease } from '../service/follow_release.ts'

// As much of Deno as is used, since the project is checked with the types of Node.
declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(options: { hostname: string; port: number }, answer: (request: Request) => Promise<Response>): unknown
}

/** Serves the releases of the folder OUTPUT on HOST and PORT: `deno run -A serving/hosts/deno.ts`. */
const setting = (name: string, fallback: string): string => Deno.env.get(name) ?? fallback

const log = console.error
const { current } = followRelease({ output: setting('OUTPUT', 'output'), now: () => performance.now(), log })
const handler = createHandler({ current, now: () => new Date(), log })
Deno.serve({ hostname: setting('HOST', '127.0.0.1'), port: Number(setting('PORT', '8787')) }, (request) =>
  handler.answer(request),
)
