// Longer than any answer takes over a slow line, and shorter than anybody waits without a word.
const overdueMs = 6_000

let late = 0
const watchers = new Set<() => void>()

/** Whether an answer is overdue that the server owes, and that may still come. */
export const lateAnswers = {
  read: () => late > 0,
  watch: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}

/** Expects an answer from now on. Answers how to expect it no longer. */
export function expectAnswer(): () => void {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    change(1)
  }, overdueMs)
  return () => {
    clearTimeout(timer)
    if (isLate) change(-1)
    isLate = false
  }
}

function change(by: 1 | -1): void {
  late += by
  for (const watcher of watchers) watcher()
}
