/** Reasons for scenarios that cannot pass. */
const NO_RESOURCES = 'the tool server has no resources'
const NO_PROMPTS = 'the tool server has no prompts'
const NO_FIXTURE = 'calls a tool whose answer is no text; our tools answer with text and an object'
const NO_STREAM = 'the tool server sends nothing of its own accord: it answers with JSON, and opens no stream'
const NO_REQUESTS = 'the tool server asks its clients for nothing'

/** The scenarios of the suite that a server with tools alone cannot pass, each with the reason. All others pass. */
export const EXPECTED_FAILURES: Record<string, string> = {
  'tools-call-image': NO_FIXTURE,
  'tools-call-audio': NO_FIXTURE,
  'tools-call-embedded-resource': NO_FIXTURE,
  'tools-call-mixed-content': NO_FIXTURE,
  'tools-call-with-logging': NO_STREAM,
  'tools-call-with-progress': NO_STREAM,
  'tools-call-sampling': NO_REQUESTS,
  'tools-call-elicitation': NO_REQUESTS,
  'json-schema-2020-12': 'looks for a tool of its own in the list',
  'elicitation-sep1034-defaults': NO_REQUESTS,
  'elicitation-sep1330-enums': NO_REQUESTS,
  'server-sse-polling': NO_STREAM,
  'server-sse-multiple-streams': NO_STREAM,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
}
