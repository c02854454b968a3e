import { ApiError } from '@crier/sdk'
import { translateServerSentence } from '../boot/server-sentences.ts'

/** The words of a refusal: each fault of the request where there are some, else the refusal itself. */
export function sayProblem(error: ApiError): string {
  const faults = error.errors.slice(0, 3).map((fault) => translateServerSentence(fault.detail, fault))
  return faults.length > 0
    ? [...new Set(faults)].join(' ')
    : translateServerSentence(error.message, error.problem)
}

/** The words of something that was thrown: a refusal of the server in the language of the viewer. */
export function sayThrown(error: Error): string {
  return error instanceof ApiError ? sayProblem(error) : error.message
}

/** The faults that the server found in what was sent, in the language of the viewer. */
export function faultsIn(error: unknown): ApiError['errors'] {
  if (!(error instanceof ApiError)) return []
  return error.errors.map((fault) => ({ ...fault, detail: translateServerSentence(fault.detail, fault) }))
}
