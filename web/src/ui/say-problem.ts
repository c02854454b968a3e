import { ApiError, CrierError, type FieldProblem, RateLimitError } from '@crier/sdk'
import { t } from '@lingui/core/macro'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { isForeign, isUnreached } from '../live/is-unreached.ts'
import { SaidError } from './said-error.ts'

/** The words of a refusal: each fault of the request where there are some, else the refusal itself. */
export function sayProblem(error: ApiError): string {
  const faults = error.errors.slice(0, 3).map((fault) => translateServerSentence(fault.detail, fault))
  return faults.length > 0
    ? [...new Set(faults)].join(' ')
    : translateServerSentence(error.message, error.problem)
}

/** A sentence for a person about anything that was thrown, in their language. */
export function sayThrown(error: unknown): string {
  if (isUnreached(error)) return t`We can't reach your Crier. Nothing of yours is lost.`
  if (error instanceof RateLimitError) return t`Too many requests for a moment.`
  if (isForeign(error)) {
    const { status } = error
    return t`Something between you and your Crier refused this (${status}). Ask whoever runs your server.`
  }
  if (error instanceof ApiError && error.code === 'scope_missing')
    return t`Your role here doesn't allow this. Ask an owner or an admin.`
  if (error instanceof ApiError)
    return error.status === 500 ? t`Something broke on our side.` : sayProblem(error)
  if (error instanceof CrierError || error instanceof SaidError) return error.message
  if (isMissingPart(error))
    return t`A part of this page could not be loaded. Load the page again once your Crier can be reached.`
  return t`Something in this page broke. Load it again.`
}

/** A sentence for a person whose change could not be taken back. */
export function sayNotUndone(error: unknown): string {
  const reason = sayThrown(error)
  return t`Couldn't undo. ${reason}`
}

/** Whether code that a page needs could not be loaded: without the server, or of a version that was replaced meanwhile. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && /module|preload/.test(error.message)
}

/** The words of a fault beside its field. The server would call a field that is empty by the name that programs know. */
export function sayFault(fault: FieldProblem): string {
  return fault.code === 'required' ? t`Fill this in.` : translateServerSentence(fault.detail, fault)
}

/** The faults that the server found in what was sent, in the language of the viewer, as a field says them of itself. */
export function faultsIn(error: unknown): ApiError['errors'] {
  if (!(error instanceof ApiError)) return []
  return error.errors.map((fault) => ({ ...fault, detail: sayFault(fault) }))
}
