import type { Context, RemoteCaller } from '../../context.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { TooManySegments, WrongOffset } from '../../storage/storage.ts'
import { explainRefusal } from '../intake/explain-refusal.ts'
import { sizeMismatch } from '../intake/incoming.ts'
import { readUploadUrl } from '../intake/upload-url.ts'
import type { TusAnswer, TusFailure, TusOutcome, TusPurpose, TusRequest } from './tus.ts'

/**
 * Creates a resumable upload. Its URL is signed, so that the following requests need no key.
 * @throws Problem as `createUploadUrl` does, and as the protocol says
 */
export async function createResumable(
  context: Context,
  caller: RemoteCaller,
  request: TusRequest,
): Promise<TusAnswer> {
  return answer(context, request, { kind: 'create', caller })
}

/**
 * Takes a further part, says how many bytes are there, or cancels. The last part is answered when the file was examined.
 * @throws Problem 403, 404, 409, 410, 422, 423 and as the protocol says
 */
export async function continueResumable(
  context: Context,
  id: string,
  query: URLSearchParams,
  request: TusRequest,
): Promise<TusAnswer> {
  const grant = readUploadUrl(id, query, context.secretKeys, 'tus')
  if (!grant) {
    throw new Problem(
      403,
      'upload_url_invalid',
      'The signature of this upload URL is not valid. Use the URL unchanged, as Crier issued it.',
    )
  }
  return answer(context, request, { kind: 'continue', grant })
}

async function answer(context: Context, request: TusRequest, purpose: TusPurpose): Promise<TusAnswer> {
  // Loaded when it is first needed.
  const { answerTus } = await import('./tus-request.ts')
  const outcome: TusOutcome = await answerTus(context, request, purpose)
  if (outcome.kind === 'answered') return outcome.answer
  throw explain(outcome.failure, purpose)
}

/** The protocol's own refusals in words that a person can act on; our own errors stay what they are. */
function explain(failure: TusFailure, purpose: TusPurpose): unknown {
  if (failure.kind === 'own') return explainOwn(failure.error)
  switch (failure.status) {
    case 404:
      return notFound('medium')
    case 409:
      return elsewhere()
    case 410:
      return new Problem(410, 'upload_expired', 'This upload has expired. Begin it anew.')
    case 413:
      return purpose.kind === 'continue'
        ? sizeMismatch(purpose.grant.sizeBytes, 'more')
        : sizeMismatch(0, 'more')
    case 412:
      return new Problem(412, 'tus_version', 'Send Tus-Resumable: 1.0.0, as every tus client does.')
    default: {
      const words = failure.text.trim().replace(/\.$/, '')
      return new Problem(400, 'tus_protocol', `The request is not as tus 1.0.0 wants it: ${words}.`)
    }
  }
}

function explainOwn(error: unknown): unknown {
  if (error instanceof WrongOffset) return elsewhere()
  if (error instanceof TooManySegments) return new Problem(422, 'too_many_parts', error.message)
  return explainRefusal(error)
}

function elsewhere(): Problem {
  return new Problem(
    409,
    'upload_offset_mismatch',
    'The upload goes on at another byte. Ask for Upload-Offset with HEAD, and send from there.',
  )
}
