/**
 * Answers a question that many ask at once by asking it few times: at most so many at a time. Whoever asks while that many
 * are under way gets the answer of the next, which begins later than they asked: nobody is told what was true before.
 * Until then a question waits for nobody.
 */
export function singleFlight<Answer>(
  atATime: number,
): (question: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const open = new Map<string, Question<Answer>>()

  async function start(
    name: string,
    question: Question<Answer>,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    question.underWay += 1
    try {
      return await ask()
    } finally {
      question.underWay -= 1
      const { next } = question
      question.next = null
      if (next !== null) start(name, question, next.ask).then(next.resolve, next.reject)
      else if (question.underWay === 0) open.delete(name)
    }
  }

  return (name, ask) => {
    const question = open.get(name) ?? { underWay: 0, next: null }
    open.set(name, question)
    if (question.underWay < atATime) return start(name, question, ask)
    question.next ??= { ask, ...Promise.withResolvers<Answer>() }
    return question.next.promise
  }
}

interface Question<Answer> {
  underWay: number
  /** What all who came too late for those under way wait for. */
  next: (PromiseWithResolvers<Answer> & { readonly ask: () => Promise<Answer> }) | null
}
