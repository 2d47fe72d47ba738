import { A2A, RPC_CODES } from '../../../core/interface/service.ts'
import { SKILLS } from '../../../core/interface/skills.ts'
import { at, listAt, textAt } from '../../../test/kit/json.ts'
import type { LocalService } from '../../../test/kit/local_service.ts'
import { type AgentClient, errorCode, type SeenTask, type Sent, type StockAgent } from './stock_agent.ts'

/** The result of one check with one client. */
export interface AgentResult {
  client: string
  what: string
  /** The failure; null if the check passed. */
  wrong: string | null
  /** Details of the result. */
  note: string
}

type Check = (what: string, see: () => Promise<string>) => Promise<void>

/** The agent-to-agent interface through one client: its card, every skill, the life of a task, and what is refused. */
export async function examineAgent(
  client: AgentClient,
  service: LocalService,
  caller: string,
): Promise<AgentResult[]> {
  const seen: AgentResult[] = []
  const check: Check = async (what, see) => {
    const found = await see().then(
      (note) => ({ wrong: null, note }),
      (error: Error) => ({ wrong: `${error.message} (${errorCode(error) ?? 'no code'})`, note: '' }),
    )
    seen.push({ client: client.name, what, ...found })
  }
  let agent: StockAgent | undefined
  await check('the card', async () => {
    agent = await client.meet(service, caller)
    const { url, skills } = agent.card
    demand(url === service.baseUrl + A2A.path, `it names ${url}`)
    demand(skills.join() === SKILLS.map(({ id }) => id).join(), `other skills: ${skills.join()}`)
    return `A2A ${agent.version}`
  })
  if (agent === undefined) return seen
  await freeSkills(agent, service, check)
  await paidSkill(agent, service, check)
  await lifeOfATask(agent, service, check)
  await checkRejections(agent, check)
  return seen
}

async function freeSkills(agent: StockAgent, { handles: [handle = ''] }: LocalService, check: Check) {
  const asked: Record<string, [Sent, Sent]> = {
    find_agents: [{ text: 'Find agents for weather' }, { data: { skill: 'find_agents', q: 'weather' } }],
    trust_eval: [{ text: `Can I trust ${handle}?` }, { data: { skill: 'trust_eval', handle } }],
    ghost_index: [{ text: 'How many agents are alive?' }, { data: { skill: 'ghost_index' } }],
  }
  for (const [skill, [text, data]] of Object.entries(asked))
    for (const [kind, sent] of [
      ['text', text],
      ['data', data],
    ] as const)
      await check(`${skill} by ${kind}`, async () => {
        const task = await agent.send(sent)
        demand(task.state === 'completed', `${task.state}: ${task.said}`)
        const [answer] = task.data
        demand(typeof answer === 'object' && answer !== null, 'no data in its artifacts')
        if (skill === 'trust_eval')
          demand(JSON.stringify(answer).includes(`"${handle}"`), `the answer is not about ${handle}`)
        return `${Buffer.byteLength(JSON.stringify(answer))} bytes`
      })
}

async function paidSkill(agent: StockAgent, { handles: [handle = ''], proKey }: LocalService, check: Check) {
  const attest = { data: { skill: 'attest', metric: 'liveness', handle } }
  for (const [kind, sent] of [
    ['text', { text: `Attest the liveness of ${handle}` }],
    ['data', attest],
  ] as const)
    await check(`attest by ${kind}: a quote`, async () => {
      const { state, metadata, said } = await agent.send(sent)
      demand(state === 'input-required', `${state}: ${said}`)
      demand(metadata['x402.payment.status'] === 'payment-required', `metadata ${JSON.stringify(metadata)}`)
      const [terms] = listAt(metadata['x402.payment.required'], 'accepts')
      demand(at(terms, 'scheme') === 'exact', `terms ${JSON.stringify(terms)}`)
      return `${at(terms, 'maxAmountRequired')} of ${at(terms, 'network')}`
    })
  await check('attest with a Pro key', async () => {
    const task = await agent.send(attest, { key: proKey })
    demand(task.state === 'completed', `${task.state}: ${task.said}`)
    const [answer] = task.data
    demand(textAt(answer, 'handle') === handle, `it attests ${JSON.stringify(answer)}`)
    demand((textAt(answer, 'signature') ?? '') !== '', 'nobody signed it')
    return `signature ${textAt(answer, 'signature')?.slice(0, 12)}…`
  })
}

async function lifeOfATask(agent: StockAgent, { handles: [handle = ''] }: LocalService, check: Check) {
  let open: SeenTask | undefined
  await check('unclear text: a question', async () => {
    open = await agent.send({ text: 'Blue is a colour.' })
    demand(open.state === 'input-required' && open.said.includes('?'), `${open.state}: ${open.said}`)
    return open.said
  })
  if (open === undefined) return
  const { id, contextId } = open
  await check('the task is kept', async () => {
    const { state, messages } = await agent.task(id)
    demand(state === 'input-required' && messages > 0, `${state}, ${messages} messages`)
    return ''
  })
  await check('the answer goes on with it', async () => {
    const task = await agent.send({ text: `Can I trust ${handle}?` }, { taskId: id, contextId })
    demand(task.state === 'completed', `${task.state}: ${task.said}`)
    demand(task.id === id && task.contextId === contextId, 'another task')
    const [all, last] = [await agent.task(id), await agent.task(id, 1)]
    demand(
      all.messages > 1 && last.messages === 1,
      `${all.messages} messages, of which the last ${last.messages}`,
    )
    return `${all.messages} messages`
  })
  await check('a task that is over cannot be cancelled', () => rejectedWith(-32002, agent.cancel(id)))
  await check('nor be gone on with', async () => {
    const error = await expectRejection(agent.send({ text: 'And now?' }, { taskId: id, contextId }))
    demand(errorCode(error) !== null, `no code: ${error.message}`)
    return `${errorCode(error)}`
  })
  if (agent.version !== '0.3')
    await check('the tasks of a context are listed', async () => {
      const other = await agent.send({ text: 'Blue is a colour.' }, { contextId })
      const listed = (await agent.list?.(contextId)) ?? []
      demand(listed.join() === [other.id, id].join(), `listed: ${listed.join(', ')}`)
      return `${listed.length} tasks`
    })
  await check('an open one can be cancelled', async () => {
    const other = await agent.send({ text: 'Blue is a colour.' })
    const { state } = await agent.cancel(other.id)
    demand(state === 'canceled', state)
    return ''
  })
}

async function checkRejections(agent: StockAgent, check: Check) {
  const nobody = '00000000-0000-4000-8000-000000000000'
  await check('an unknown task', () => rejectedWith(-32001, agent.task(nobody)))
  await check('an unknown task cannot be cancelled', () => rejectedWith(-32001, agent.cancel(nobody)))
  await check('no push notifications', () => rejectedWith(-32003, agent.pushTo(nobody)))
  const code = agent.version === '0.3' ? -32007 : -32004
  await check('no extended card', () => rejectedWith(code, agent.extendedCard()))
  await check('a file cannot be read', () =>
    rejectedWith(-32005, agent.send({ file: 'https://a.example/a.png' })),
  )
  await check('an agent that is not there', async () => {
    const task = await agent.send({ data: { skill: 'trust_eval', handle: 'nobody-at-all' } }).catch(errorCode)
    demand(
      task === RPC_CODES.invalidParams ||
        (typeof task === 'object' && task !== null && task.state !== 'completed'),
      `answered with ${JSON.stringify(task)}`,
    )
    return typeof task === 'object' && task !== null ? `${task.state}: ${task.said}` : `${task}`
  })
}

async function rejectedWith(code: number, call: Promise<unknown>): Promise<string> {
  const error = await expectRejection(call)
  demand(errorCode(error) === code, `${errorCode(error) ?? 'no code'}: ${error.message}`)
  return `${code}`
}

async function expectRejection(call: Promise<unknown>): Promise<Error> {
  const outcome = await call.catch((error: Error) => error)
  if (outcome instanceof Error) return outcome
  throw new Error(`answered with ${JSON.stringify(outcome)}`)
}

function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}
