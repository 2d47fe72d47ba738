/** A thread of a test: ten times as much, and a failure where there is nothing. */
export default async function tenfold(given: number): Promise<number> {
  if (given === 0) throw new RangeError('nothing is given')
  if (given < 0) process.exit(1)
  return given * 10
}
