/** Returns the request body: the fields that were filled in, and the sender. */
export const toReport = (fields: [name: string, value: string][]): Record<string, string> => ({
  ...Object.fromEntries(
    fields.map(([name, value]) => [name, value.trim()]).filter(([, value]) => value !== ''),
  ),
  client_identifier: 'corrections page',
})

/** Returns the result of a report, from the response of the feedback address; null: there was none. */
export function resultMessage(status: number | null, body: unknown): string {
  const { feedback_id, message } = (body ?? {}) as { feedback_id?: unknown; message?: unknown }
  if (status === 201) return `Thank you. Your report is ${String(feedback_id)}: a person reads it.`
  if (status === null || status === 404 || status === 405)
    return 'It could not be sent: this host accepts no reports. Try the address of the service.'
  return typeof message === 'string' ? message : `It could not be sent (${status}). Try again later.`
}
