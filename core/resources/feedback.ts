import { service } from './resource.ts'

/** Feedback of callers. */
export const FEEDBACK = service({
  id: 'feedback',
  path: '/api/agent-feedback',
  title: 'Send feedback on wrong or missing data',
  group: 'feedback',
  method: 'POST',
  body: { schema: 'FeedbackRequest', maxBytes: 65_536 },
  answer: 'FeedbackResponse',
  errors: [201, 400, 403, 413, 429, 503],
})
