/** Reasons for checks that cannot pass. */
const NO_RESOURCES = 'the tool server has no resources'
const NO_PROMPTS = 'the tool server has no prompts'
const NO_FIXTURE = 'calls a tool whose answer is no text; our tools answer with text and an object'
const NO_STREAM = 'the tool server sends nothing of its own accord: it answers with JSON, and opens no stream'
const NO_REQUESTS = 'the tool server asks its clients for nothing'
const NO_CAPABILITY = 'calls a tool that needs a capability of its client; none of ours does'
const NO_TASKS = 'the tool server has no tasks: an extension'

/** All checks of a scenario, with the reason; or its checks by name. */
type ExpectedFailures = string | Record<string, string>

/** The checks of the suite that a server with tools alone cannot pass. All others pass, in all sets of requirements. */
export const EXPECTED_FAILURES: Record<string, ExpectedFailures> = {
  'server-stateless': {
    ServerRejectsUndeclaredCapability: NO_CAPABILITY,
    MissingCapabilityHttp400: NO_CAPABILITY,
  },
  'tools-call-image': NO_FIXTURE,
  'tools-call-audio': NO_FIXTURE,
  'tools-call-embedded-resource': NO_FIXTURE,
  'tools-call-mixed-content': NO_FIXTURE,
  'tools-call-with-logging': NO_STREAM,
  'tools-call-with-progress': NO_STREAM,
  'tools-call-sampling': NO_REQUESTS,
  'tools-call-elicitation': NO_REQUESTS,
  'json-schema-2020-12': 'looks for a tool of its own in the list',
  'http-custom-header-server-validation':
    'looks for a tool with arguments that headers repeat; none of ours has any',
  'elicitation-sep1034-defaults': NO_REQUESTS,
  'elicitation-sep1330-enums': NO_REQUESTS,
  'input-required-result-basic-elicitation': NO_REQUESTS,
  'input-required-result-basic-sampling': NO_REQUESTS,
  'input-required-result-basic-list-roots': NO_REQUESTS,
  'input-required-result-request-state': NO_REQUESTS,
  'input-required-result-multiple-input-requests': NO_REQUESTS,
  'input-required-result-multi-round': NO_REQUESTS,
  'input-required-result-non-tool-request': NO_REQUESTS,
  'input-required-result-result-type': NO_REQUESTS,
  'input-required-result-tampered-state': NO_REQUESTS,
  'input-required-result-capability-check': NO_REQUESTS,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
  'tasks-lifecycle': NO_TASKS,
  'tasks-capability-negotiation': NO_TASKS,
  'tasks-wire-fields': NO_TASKS,
  'tasks-request-state-removal': NO_TASKS,
  'tasks-mrtr-input': NO_TASKS,
  'tasks-request-headers': NO_TASKS,
  'tasks-dispatch-and-envelope': NO_TASKS,
  'tasks-required-task-error': NO_TASKS,
  'tasks-mrtr-composition': NO_TASKS,
}

/** The check that each scenario makes of every message, against the schema of the protocol's version. */
const OF_ALL_MESSAGES = 'WireSchemaValid'

/** Returns the reason why a check of a scenario cannot pass; undefined if it can. */
export function expectedReason(scenario: string, check: string): string | undefined {
  const reasons = EXPECTED_FAILURES[scenario]
  if (typeof reasons !== 'string') return reasons?.[check]
  return check === OF_ALL_MESSAGES ? undefined : reasons
}
