/** The result of a call that has an answer: as an object, and as the text of its JSON for clients that read texts alone. */
export function success(answer: Record<string, unknown>): string {
  const text = JSON.stringify(answer)
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text},"isError":false}`
}
