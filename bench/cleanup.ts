type Step = () => Promise<unknown> | unknown

const steps: Step[] = []

/** Does this at the end of the figure, or when it is broken off; the last one first. */
export function atEnd(step: Step): void {
  steps.push(step)
}

/** Ends and removes everything that is left, whatever fails on the way. */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = []
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be cleaned up.')
}
