import { z } from 'zod'
import { CATEGORIES } from '../../pipeline/category.ts'
import { HANDLE } from '../parameters.ts'

/** The feedback request of the interface. */
export const feedbackRequest = z.object({
  feedback_type: z.enum([
    'missing_data',
    'wrong_data',
    'methodology_question',
    'integration_friction',
    'feature_request',
    'other',
  ]),
  message: z.string().min(1).max(2000),
  agent_handle: z.string().regex(HANDLE).optional(),
  category: z.enum(CATEGORIES).optional(),
  query_attempted: z.string().optional(),
  client_identifier: z.string().optional(),
  contact: z.string().optional(),
})

/** The feedback response of the interface. */
export const feedbackResponse = z.object({
  ok: z.boolean(),
  feedback_id: z.uuid(),
  message: z.string(),
})
