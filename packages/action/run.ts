import { appendFileSync } from 'node:fs'
import { fetchAgents, fetchHandles, NoIndex } from './ask_index.ts'
import { comment } from './comment.ts'
import type { Dependency } from './dependency.ts'
import { BadInput, type Inputs, readInputs } from './inputs.ts'
import { judge } from './judge.ts'
import { judgeNamedAgents } from './named_agents.ts'
import { readFiles } from './read_files.ts'
import { annotation, inDoubt, type Report, reportAsJson, summary, withProblems } from './report.ts'

/** The most lines of one kind in the log; the summary and the output have more. */
const MAX_ANNOTATIONS = 200

type Env = Readonly<Record<string, string | undefined>>

/** Runs the check in the folder of a repository; gives the exit code. */
export async function runAction(env: Env, print: (line: string) => void): Promise<number> {
  try {
    const inputs = readInputs(env)
    const report = await checkDependencies(env.GITHUB_WORKSPACE ?? '.', inputs)
    return await publishReport(report, inputs, env, print)
  } catch (error) {
    if (!(error instanceof BadInput || error instanceof NoIndex)) throw error
    print(annotation('error', error.message))
    return 1
  }
}

async function checkDependencies(root: string, inputs: Inputs): Promise<Report> {
  const { dependencies, unread } = readFiles(root, inputs)
  const handles = await fetchHandles(inputs.url, new Set(dependencies.flatMap(({ key }) => key ?? [])))
  const named = [...new Set(handles.values())].filter((handle) => handle !== null)
  const agents = await fetchAgents(inputs.url, named)
  const judged = dependencies.map((dependency) => {
    const handle = handles.get(dependency.key ?? '')
    const agent = agents.get(handle ?? '') ?? null
    return judge(handle === null ? { ...dependency, ...SEVERAL } : dependency, agent, inputs)
  })
  return { url: inputs.url, judged: [...judged, ...(await judgeNamedAgents(inputs))], unread }
}

const SEVERAL: Pick<Dependency, 'key' | 'doubt'> = {
  ...{ key: null, doubt: 'the index has several agents under that name: look them up by hand' },
}

async function publishReport(
  report: Report,
  inputs: Inputs,
  env: Env,
  print: (line: string) => void,
): Promise<number> {
  const bad = withProblems(report)
  const level = inputs.isFailing ? 'error' : 'warning'
  for (const { dependency, problems } of bad.slice(0, MAX_ANNOTATIONS))
    print(
      annotation(
        level,
        `${dependency.name}: ${problems.map(({ words }) => words).join('; ')}`,
        dependency.file,
      ),
    )
  for (const { dependency } of inDoubt(report).slice(0, MAX_ANNOTATIONS))
    print(annotation('warning', `${dependency.name}: cannot be judged: ${dependency.doubt}`, dependency.file))
  for (const { file, why: reason } of report.unread.slice(0, MAX_ANNOTATIONS))
    print(annotation('warning', `not read: ${reason}`, file))
  const body = summary(report)
  write(env.GITHUB_STEP_SUMMARY, body)
  write(env.GITHUB_OUTPUT, `problems=${bad.length}\nreport=${reportAsJson(report)}\n`)
  if (inputs.isCommenting) {
    const reason = await comment(env, { token: inputs.token, body, hasProblems: bad.length > 0 })
    if (reason !== null) print(annotation('warning', reason))
  }
  print(`${report.judged.length} checked, ${bad.length} with problems`)
  return inputs.isFailing && bad.length > 0 ? 1 : 0
}

const write = (file: string | undefined, text: string): void => {
  if (file) appendFileSync(file, text)
}
