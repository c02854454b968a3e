import { OutboundError } from '../../src/lib/safe-fetch/outbound.ts'

/** The error with which a request ended. @throws any other error, and one where it was answered */
export async function failureOf(work: Promise<unknown>): Promise<OutboundError> {
  const error = await work.then(
    () => new Error('it was answered'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof OutboundError)) throw error
  return error
}
