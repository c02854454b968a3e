/** Prints what is wrong, a line each, and makes the process end with a failure if anything is. */
export function report(problems: string[]): void {
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}
