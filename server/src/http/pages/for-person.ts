import { Problem } from '../../lib/problem.ts'
import type { StreamAnswer } from '../stream-route.ts'
import { refusalPage } from './connect-page.ts'

/** Refusals are pages here; what is our own fault is answered like everywhere else. */
export async function forPerson(answer: () => Promise<StreamAnswer>): Promise<StreamAnswer> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return refusalPage(error.status, error.message)
    throw error
  }
}
