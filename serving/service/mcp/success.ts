/** Returns the result of an answered call: as an object, and as JSON text for clients that read text alone. */
export function success(answer: Record<string, unknown>): string {
  const text = JSON.stringify(answer)
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text},"isError":false}`
}
