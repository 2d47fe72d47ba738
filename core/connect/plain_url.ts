// A percent sign that begins no encoded character may begin a variable of Windows.
const PLAIN =
  /^https:\/\/[\w.-]+(?:\/(?:[\w./~:@+=,-]|%[\da-f]{2})*)?(?:\?(?:[\w./~:@+=,&-]|%[\da-f]{2})*)?$/i
const SECRET = /[?&][\w-]*(?:key|token|secret|password|auth)=[^&]/i

/** True for an address that no shell, JSON or TOML reads as more than itself within quotes. */
export const isPlainUrl = (url: string): boolean => PLAIN.test(url)

/** True for an address that has a key or a password in its query. */
export const hasSecret = (url: string): boolean => SECRET.test(url)

/** True for an address that a command may have. */
export const isCallable = (url: string): boolean => isPlainUrl(url) && !hasSecret(url)
