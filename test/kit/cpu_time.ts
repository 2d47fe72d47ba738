/** Returns the milliseconds of processor that work takes: unlike those of the clock, other work beside it adds none. */
export async function measureCpu(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
