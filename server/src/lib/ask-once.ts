/**
 * Answers a question that many ask at once by asking it once. Whoever asks while it is being asked gets the answer of the
 * next time, which begins later than they asked: nobody is told what was true before. Alone, a question waits for nobody.
 */
export function askOnce<Answer>(): (question: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const underWay = new Map<string, Asking<Answer>>()

  function start(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const answer = ask()
    const asking: Asking<Answer> = { over: answer.then(nothing, nothing), next: null }
    underWay.set(question, asking)
    void asking.over.then(() => {
      if (asking.next === null) underWay.delete(question)
    })
    return answer
  }

  return (question, ask) => {
    const asking = underWay.get(question)
    if (asking === undefined) return start(question, ask)
    asking.next ??= asking.over.then(() => start(question, ask))
    return asking.next
  }
}

interface Asking<Answer> {
  /** Resolves when there is an answer or none. */
  readonly over: Promise<void>
  next: Promise<Answer> | null
}

const nothing = () => undefined
