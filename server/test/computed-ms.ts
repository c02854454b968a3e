/**
 * The processor time of this thread until now, in milliseconds. It grows only while the thread computes, so that a limit for a
 * computation holds on a full machine too.
 */
export function computedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
