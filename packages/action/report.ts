import { clean, markdownCode, markdownText } from '../../core/domain/text.ts'
import type { Judged } from './judge.ts'
import type { Found } from './read_files.ts'

/** What the check came to. */
export interface Report {
  url: string
  judged: Judged[]
  unread: Found['unread']
}

const MOST = 200

const shown = (text: string): string => clean(text, MOST)
export const withProblems = ({ judged }: Report): Judged[] =>
  judged.filter(({ problems }) => problems.length > 0)

/** The summary of the job, and the comment: GitHub's Markdown. What files and strangers call things is text in it. */
export function summary(report: Report): string {
  const { judged, unread } = report
  const bad = withProblems(report)
  const known = judged.filter(({ agent }) => agent !== null)
  return [
    `## Assay: ${bad.length === 0 ? 'no problems' : `${count(bad.length, 'problem')}`}`,
    `${count(judged.length, 'server or package', 'servers and packages')} checked, ${known.length} of them in the index.`,
    section('Problems', bad, report),
    section(
      'In order',
      known.filter((one) => !bad.includes(one)),
      report,
    ),
    section(
      'Not in the index',
      judged.filter((one) => one.agent === null && !bad.includes(one)),
      report,
    ),
    ...(unread.length === 0 ? [] : [['### Not read', ...unread.map(unreadLine)].join('\n')]),
    'Advisory information from public records; not an authorization and not financial advice.',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

const count = (many: number, one: string, several = `${one}s`): string =>
  `${many} ${many === 1 ? one : several}`

const section = (title: string, judged: Judged[], { url }: Report): string =>
  judged.length === 0 ? '' : [`### ${title}`, ...judged.map((one) => lineOf(one, url))].join('\n')

function lineOf({ dependency, agent, problems }: Judged, url: string): string {
  const { name, file } = dependency
  const words = problems.map((one) => markdownText(shown(one.words))).join('; ')
  const page = agent === null ? '' : ` is [${markdownText(agent.handle)}](${url}/agents/${agent.handle})`
  return `- ${markdownCode(shown(name))} in ${markdownCode(shown(file))}${page}${words === '' ? '' : `: **${words}**`}`
}

const unreadLine = ({ file, why }: Found['unread'][number]): string =>
  `- ${markdownCode(shown(file))}: ${markdownText(shown(why))}`

/** A command of the runner that marks a file; no text of others begins one. */
export const annotation = (level: 'error' | 'warning', text: string, file?: string): string =>
  `::${level}${file === undefined ? '' : ` file=${escaped(shown(file), true)}`}::${escaped(shown(text), false)}`

const escaped = (text: string, isProperty: boolean): string => {
  const plain = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  return isProperty ? plain.replaceAll(':', '%3A').replaceAll(',', '%2C') : plain
}

/** The same for programs, on one line. */
export const asJson = ({ judged, unread }: Report): string =>
  JSON.stringify({
    checked: judged.map(({ dependency, agent, problems }) => ({
      ...{ file: dependency.file, name: dependency.name, handle: agent?.handle ?? null },
      ...{ tier: agent?.tier ?? null, liveness: agent?.liveness ?? null, verdict: agent?.verdict ?? null },
      problems: problems.map(({ problem }) => problem),
    })),
    unread: unread.map(({ file }) => file),
  })
