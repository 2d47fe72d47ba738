import { clean, markdownCode, markdownText } from '../../core/domain/text.ts'
import type { JudgedDependency } from './judge.ts'
import type { Dependencies } from './read_files.ts'

/** Result of the check. */
export interface Report {
  url: string
  judged: JudgedDependency[]
  unread: Dependencies['unread']
}

const MAX_TEXT = 300
/** The most lines of a section; the output `report` has all. */
const MAX_LINES = 100

const safeText = (text: string): string => clean(text, MAX_TEXT)
export const withProblems = ({ judged }: Report): JudgedDependency[] =>
  judged.filter(({ problems }) => problems.length > 0)
/** Dependencies that cannot be judged, reported even where that is no problem, so that they do not pass as fine. */
export const inDoubt = ({ judged }: Report): JudgedDependency[] =>
  judged.filter(({ dependency, problems }) => dependency.doubt !== null && problems.length === 0)

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
      known.filter((entry) => !bad.includes(entry)),
      report,
    ),
    section('Cannot be judged', inDoubt(report), report),
    section(
      'Not in the index',
      judged.filter(
        (entry) => entry.agent === null && entry.dependency.doubt === null && !bad.includes(entry),
      ),
      report,
    ),
    ...(unread.length === 0 ? [] : [['### Not read', ...firstLines(unread.map(unreadLine))].join('\n')]),
    'Advisory information from public records; not an authorization and not financial advice.',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

const count = (many: number, text: string, several = `${text}s`): string =>
  `${many} ${many === 1 ? text : several}`

const section = (title: string, judged: JudgedDependency[], { url }: Report): string =>
  judged.length === 0
    ? ''
    : [`### ${title}`, ...firstLines(judged.map((entry) => judgedLine(entry, url)))].join('\n')

const firstLines = (lines: string[]): string[] =>
  lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), `- and ${lines.length - MAX_LINES} more: see the output report`]

function judgedLine({ dependency, agent, problems }: JudgedDependency, url: string): string {
  const { name, file, doubt } = dependency
  const reasons = problems.length === 0 && doubt !== null ? [doubt] : problems.map((problem) => problem.words)
  const words = reasons.map((each) => markdownText(safeText(each))).join('; ')
  const page = agent === null ? '' : ` is [${markdownText(agent.handle)}](${url}/agents/${agent.handle})`
  return `- ${markdownCode(safeText(name))} in ${markdownCode(safeText(file))}${page}${vulnerabilities(agent)}${words === '' ? '' : `: **${words}**`}`
}

/** A fact, and no problem: the index knows the version that its server lists, and not the one that is used here. */
function vulnerabilities(agent: JudgedDependency['agent']): string {
  const known = agent?.known_vulnerabilities ?? 0
  return known === 0
    ? ''
    : `, with ${count(known, 'known vulnerability', 'known vulnerabilities')} in the listed version (OSV)`
}

const unreadLine = ({ file, why: reason }: Dependencies['unread'][number]): string =>
  `- ${markdownCode(safeText(file))}: ${markdownText(safeText(reason))}`

/** A command of the runner that marks a file; no text of others begins one. */
export const annotation = (level: 'error' | 'warning', text: string, file?: string): string =>
  `::${level}${file === undefined ? '' : ` file=${escapeCommand(safeText(file), true)}`}::${escapeCommand(safeText(text), false)}`

const escapeCommand = (text: string, isProperty: boolean): string => {
  const plain = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  return isProperty ? plain.replaceAll(':', '%3A').replaceAll(',', '%2C') : plain
}

/** The same for programs, on one line. */
export const reportAsJson = ({ judged, unread }: Report): string =>
  JSON.stringify({
    checked: judged.map(({ dependency, agent, problems }) => ({
      ...{ file: dependency.file, name: dependency.name, handle: agent?.handle ?? null },
      ...{ tier: agent?.tier ?? null, liveness: agent?.liveness ?? null, verdict: agent?.verdict ?? null },
      known_vulnerabilities: agent?.known_vulnerabilities ?? null,
      problems: problems.map(({ problem }) => problem),
      doubt: dependency.doubt === null ? null : safeText(dependency.doubt),
    })),
    unread: unread.map(({ file }) => file),
  })
