import { Problem } from '../../lib/problem.ts'
import { type Speech, speechFor } from '../../words/speech.ts'
import type { StreamAnswer, StreamRequest } from '../stream-route.ts'
import { refusalPage } from './connect-page.ts'

/**
 * Answers a person with a page in their language. Refusals are pages here too; what is our own fault is answered like everywhere
 * else.
 */
export async function forPerson(
  request: StreamRequest,
  answer: (speech: Speech) => Promise<StreamAnswer>,
): Promise<StreamAnswer> {
  const speech = speechFor(request)
  try {
    return await answer(speech)
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return refusalPage(speech, error)
    throw error
  }
}
