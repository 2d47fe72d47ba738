/** The newest block: its number, and its time in seconds since 1970. */
export interface Head {
  number: number
  timestamp: number
}
