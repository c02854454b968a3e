import { PassingMap } from './passing-map.ts'

/**
 * Single flight without stale answers: at most `atATime` look-ups of one question run at once, and callers who come later
 * share the next one.
 *
 * A caller never shares a look-up that began before it asked. Otherwise: a look-up reads, a change commits, its maker
 * asks and is shown what was read before the change.
 */
export function singleFlight<Answer>(
  atATime: number,
): (question: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const open = new PassingMap<string, Question<Answer>>()

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
  /** The look-up that starts when one of those under way ends. */
  next: (PromiseWithResolvers<Answer> & { readonly ask: () => Promise<Answer> }) | null
}
