import type { Origin, RemoteCaller } from '../../context.ts'
import type { Json, JsonObject } from '../../lib/json/json.ts'
import type { Operation } from '../operation.ts'
import { internalProblem, writeProblem } from '../problems.ts'
import { buildWhenNeeded } from './build-when-needed.ts'
import { createReadInput } from './create-read-input.ts'
import { createPerform } from './perform.ts'
import { requestNameOf, type ServingParts } from './serve-operation.ts'

/** A request for an operation that came inside of another request, which found the caller and counted it. */
export interface RequestWithin {
  readonly caller: RemoteCaller
  readonly from: Origin
  readonly requestId: string
  readonly params: JsonObject
  /** Path and query, as a request of its own would have them. */
  readonly url: string
  readonly idempotencyKey: string | null
  /** Undefined for none. */
  readonly body: Json | undefined
}

export interface AnswerWithin {
  readonly status: number
  /** JSON: the body of the answer or a problem. */
  readonly body: string
  readonly isReplayed: boolean
  readonly retryAfterSeconds: number | null
}

type Parts = Pick<ServingParts, 'context' | 'share' | 'overload' | 'unsent' | 'toProblem'> & {
  /** Counts it like a request of its own. */
  readonly count: (operation: string, status: number, ms: number) => void
}

const compileAnswer = buildWhenNeeded()({}, {})

/**
 * Makes the function that answers such requests for one operation: with the same schemas, the same verb and the same answers
 * as a request of its own, an error included.
 */
export function createAnswerWithin(
  parts: Parts,
  operation: Operation,
): (request: RequestWithin) => Promise<AnswerWithin> {
  const { context, overload, unsent, toProblem, count } = parts
  const { publicUrl } = context.config
  const readInput = createReadInput(operation, publicUrl)
  const perform = createPerform(operation, parts)
  const { method, id } = operation
  const serialize = compileAnswer({
    schema: operation.response,
    method,
    url: operation.path,
    httpStatus: '200',
  })

  async function answer(request: RequestWithin): Promise<AnswerWithin> {
    const { caller, from, requestId, params, url, idempotencyKey, body } = request
    const headers = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }
    try {
      overload.letIn(operation)
      unsent.requireRoom(caller.workspaceId)
      const input = readInput({ params, url, headers, body })
      const name =
        operation.kind === 'read' ? null : requestNameOf(operation, caller, input, { headers, url })
      const given = await perform({ caller, from, input, name, requestId, address: url, serialize })
      return { ...given, retryAfterSeconds: null }
    } catch (error) {
      const problem = toProblem(error)
      if (problem === null)
        context.log.error({ err: error, request_id: requestId, operation: id }, 'a request failed')
      const { status, retryAfterSeconds } = problem ?? internalProblem
      const written = writeProblem(problem ?? internalProblem, requestId, publicUrl)
      return { status, body: written, isReplayed: false, retryAfterSeconds }
    }
  }

  return async (request) => {
    const began = performance.now()
    const given = await answer(request)
    count(id, given.status, performance.now() - began)
    return given
  }
}
