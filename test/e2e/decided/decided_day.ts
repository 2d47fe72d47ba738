import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runFeedback } from '../../../cli/commands/feedback.ts'
import { currentRelease } from '../../../core/release/release.ts'
import { type Correction, readCorrections } from '../../../pipeline/catalog/corrections.ts'
import type { Override } from '../../../pipeline/identity/overrides.ts'
import { SAMPLE_CATALOG } from '../../../sample/catalog.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../../../sample/sample.ts'
import { FeedbackStore } from '../../../serving/service/feedback/feedback_store.ts'
import { builtOnce } from '../../kit/built_once.ts'
import { runSampleDay } from '../../kit/sample_day.ts'
import { PUBLISHED_DAYS, SAMPLE_BASE_URL, sampleOutput } from '../../sample_output.ts'
import { sqliteStore } from '../../service/store/stores.ts'

/** The day after those of the sample that are built once. */
export const DAY = SAMPLE_DAYS[PUBLISHED_DAYS.length] as string

/** Identifier of the first report that was accepted; the second ends in 2. */
export const REPORT = '00000000-0000-4000-8000-000000000001'
export const SOURCE = 'https://sample.example/about'
export const TEXT = 'A quince-coloured weather service, as its makers describe it.'

export const LAB = 'catalog:developer/sample-labs-08'
export const SERVER = 'mcp_registry:io.github.sample-labs-08/unit-converter'
export const [OTHER, THIRD] = ['catalog:developer/sample-labs-01', 'catalog:developer/sample-labs-02']
export const DECIDED = { reason: 'Read <b>there</b>.', source_url: SOURCE, date: DAY }
const OVERRIDES: Override[] = [
  { record_a: SERVER, record_b: LAB, verdict: 'different', ...DECIDED },
  { record_a: OTHER, record_b: THIRD, verdict: 'same', ...DECIDED },
  { record_a: OTHER, record_b: 'mcp_registry:com.example/absent', verdict: 'same', ...DECIDED },
]

const HEADER = 'date,record,field,value,reason,source_url,feedback_id\n'

/**
 * Returns an output folder whose newest day applies overrides of identity and corrections of the agent `corrected`,
 * built once for a state of the code. Nobody writes to it.
 */
export const decidedDay = (): Promise<string> =>
  builtOnce('decided', async (output) => {
    cpSync(await sampleOutput(), output, { recursive: true, verbatimSymlinks: true })
    await runSampleDay(output, DAY, {
      universe: { ...createSampleUpstreams(DAY), catalog: { ...SAMPLE_CATALOG, overrides: OVERRIDES } },
      corrections: await fromFeedback(output),
      baseUrl: SAMPLE_BASE_URL,
    })
  })

/** Returns a JSON file of the newest release of the folder, or null. */
export function readReleased<T>(output: string, path: string, side: 'public' | 'private' = 'public'): T {
  const text = currentRelease(output)?.file(side, path)?.read().toString('utf8')
  return JSON.parse(text ?? 'null') as T
}

/** Returns the handle of the corrected agent, the first developer of a release before. */
export function corrected(output: string): string {
  const [first] = readReleased<{ ranking: { handle: string }[] }>(
    output,
    'api/rankings/developer/llm-summary',
  ).ranking
  return first?.handle ?? ''
}

/** Returns the record that an agent is named by. */
export const mainRecord = (output: string, handle: string): string =>
  readReleased<{ main_record: string }>(output, `agents/${handle}.json`, 'private').main_record

/** Two accepted reports about the agent, and two lines by hand: an older one and one about an unknown record. */
async function fromFeedback(output: string): Promise<Correction[]> {
  const [file, handle] = [join(output, 'corrections.csv'), corrected(output)]
  writeFileSync(file, HEADER)
  const state = await sqliteStore()
  const store = new FeedbackStore(await state.open())
  const tools = { store, corrections: file, now: () => Date.parse(DAY), print: () => {} }
  for (const [index, [field, value]] of Object.entries({ description: TEXT, website: '' }).entries()) {
    const id = REPORT.replace(/1$/, String(index + 1))
    const report = { feedback_type: 'wrong_data' as const, message: field, agent_handle: handle }
    await store.add(report, { id, caller: 'a', now: 0 })
    const options = ['--accept', '--reason', `Its ${field} is wrong.`, '--source', SOURCE]
    await runFeedback(
      ['resolve', id, ...options, '--field', field, '--value', value, '--output', output],
      tools,
    )
  }
  await state.remove()
  const manualLines = [
    `${PUBLISHED_DAYS.at(-1)},${mainRecord(output, handle)},description,An older text.,A first try.,${SOURCE},`,
    `${DAY},mcp_registry:com.example/absent,name,Sample,No such record.,${SOURCE},`,
  ]
  const lines = `${readFileSync(file, 'utf8')}${manualLines.join('\n')}\n`
  writeFileSync(file, lines)
  const corrections = readCorrections(file)
  rmSync(file)
  return corrections
}
