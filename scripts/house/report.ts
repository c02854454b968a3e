/** Prints each problem on a line, and makes the process exit with 1 if there is any. */
export function report(problems: string[]): void {
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}
