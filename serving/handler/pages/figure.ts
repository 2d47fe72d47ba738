import { csvText } from '../../../core/domain/csv.ts'
import { type Content, CSV_TYPE, SVG_TYPE } from '../../../core/interface/content.ts'
import { notFound } from '../../../core/interface/errors.ts'
import { agentFigure, figureName, figureRelease, pathHandle } from '../../../core/interface/parameters.ts'
import { alivePicture, scorePicture } from '../../../core/pages/draw/agent_picture.ts'
import { shortDay } from '../../../core/pages/numbers.ts'
import { lastDays, scoredDays } from '../../../core/pages/score_history.ts'
import { agentDays } from '../agent_days.ts'
import { agentNotFound } from '../agent_not_found.ts'
import type { Call } from '../call.ts'
import { readKept } from '../kept_file.ts'

/** `/figures/{figure}.svg?release=`: the figure of that day's release where it is kept, else the current one with a note. */
export async function answerFigure({ values, release }: Call): Promise<Content> {
  const file = `figures/${values.get(figureName)}.svg`
  const day = values.get(figureRelease) ?? release.reader.about.date
  const kept = await readKept(release, day, file)
  if (kept !== null) return kept
  const newest = await release.content('public', file)
  if (newest === null) throw notFound()
  const note = `No figure of ${day} is kept here: this one is of ${release.id}.`
  const svg = new TextDecoder().decode(newest.bytes)
  const noted = svg.replace(/<\/svg>\s*$/, `<text x="24" y="16" style="fill:#b1201b">${note}</text></svg>\n`)
  const content = await release.text(`figure ${file} ${day}`, SVG_TYPE, async () => noted)
  return { ...content, note }
}

/** `/figures/agents/{handle}/{figure}.svg` and `.csv`: the scores of an agent, or the days on which it was alive. */
export async function answerAgentFigure({ endpoint, values, release }: Call): Promise<Content> {
  const agent = await release.agentRecord(values.get(pathHandle))
  if (agent === null) throw await agentNotFound(release, values.get(pathHandle), endpoint.path)
  const { handle, name } = agent
  const { day, base_url } = await release.info()
  const figure = values.get(agentFigure)
  const make = async (): Promise<string> => {
    const own = await agentDays(release, handle)
    const days = figure === 'score' ? scoredDays(own, day) : lastDays(own, day)
    if (endpoint.contentType === CSV_TYPE)
      return csvText(
        ['day', figure === 'score' ? 'score' : 'alive'],
        days.map(({ date, score_total, alive }) => [date, figure === 'score' ? score_total : alive]),
      )
    const of = {
      handle,
      name,
      source: `Assay, ${base_url}/agents/${handle}. Data to ${shortDay(day)}. CC BY 4.0.`,
    }
    const picture = figure === 'score' ? scorePicture(of, days) : alivePicture(of, days)
    if (picture === null) throw notFound()
    return picture
  }
  return release.text(`figure ${endpoint.id} ${figure} ${handle}`, endpoint.contentType, make)
}
