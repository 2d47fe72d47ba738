import { currentRelease, type Release } from '../core/release/release.ts'
import { createHandler } from '../serving/handler/handler.ts'
import { followRelease } from '../serving/service/release/follow_release.ts'
import { PUBLISHED_DAYS, sampleOutput } from './sample_output.ts'

/** The handler over a release, at noon of a day. */
export interface SampleHandler {
  release: Release
  ask(target: string, init?: RequestInit): Promise<Response>
  /** The parsed body of a GET. */
  json<T>(target: string): Promise<T>
  /** Faults of ours that were told. */
  logged: unknown[]
}

/** Opens the sample release in one of its layouts; `today` is the date by the handler's clock. */
export const sampleHandler = async (
  layout: 'files' | 'packs' = 'files',
  today = PUBLISHED_DAYS.at(-1) ?? '',
): Promise<SampleHandler> => handlerOver(await sampleOutput(layout), today)

/** Opens the served release of an output folder; `today` is the date by the handler's clock. */
export function handlerOver(output: string, today: string): SampleHandler {
  const logged: unknown[] = []
  const log = (error: unknown) => logged.push(error)
  const { current } = followRelease({ output, now: () => 0, log })
  const handler = createHandler({ current, now: () => new Date(`${today}T12:00:00Z`), log })
  const ask: SampleHandler['ask'] = (target, init) =>
    handler.answer(new Request(`http://localhost${target}`, init))
  return {
    release: currentRelease(output) as Release,
    ask,
    json: async <T>(target: string) => (await (await ask(target)).json()) as T,
    logged,
  }
}
