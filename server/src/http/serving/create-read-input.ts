import type { FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { unstorableText } from '../../lib/json/strict-json.ts'
import { type FieldProblem, invalid, notFound } from '../../lib/problem.ts'
import { createValidate } from '../../lib/requests/validate.ts'
import type { Input, Operation } from '../operation.ts'
import { readQuery } from './read-query.ts'

/** The parts of a request that hold the input. */
type Sent = Pick<FastifyRequest, 'params' | 'url' | 'headers' | 'body'>

/** The schemas of an operation's input. */
type Readable = Pick<Operation, 'params' | 'query' | 'body' | 'isBodyOptional'> & { readonly thing?: string }

/**
 * Makes the reader of an operation's input. It throws a Problem: 404 for an id in the path that cannot be one, else 422
 * with everything that is wrong with query and body.
 */
export function createReadInput(operation: Readable, publicUrl: string): (request: Sent) => Input {
  const checkParams = createValidate(operation.params)
  const checkQuery = createCheckQuery(operation.query)
  const checkBody = createReadBody(operation)
  const bodyOf = ({ body }: Sent) => (body === undefined && operation.isBodyOptional ? {} : body)
  return (request) => {
    const params = request.params
    if (checkParams(params).length > 0) throw notFound(operation.thing ?? 'thing')
    const { query, errors } = checkQuery(searchOf(request.url))
    const wrong = [...errors, ...checkBody(bodyOf(request))]
    if (wrong.length > 0) throw invalid(wrong)
    const { headers, url } = request
    return {
      params,
      query,
      body: bodyOf(request),
      ifMatch: headers['if-match'] ?? null,
      // Few operations need it, and making it takes time.
      get url() {
        return new URL(publicUrl + url)
      },
    }
  }
}

/** Makes the reader of a query for a route that is no operation. It throws a Problem 422 with everything that is wrong. */
export function createReadSearch<Query extends TObject>(
  schema: Query,
): (search: URLSearchParams) => Static<Query> {
  const check = createCheckQuery(schema)
  return (search) => {
    const { query, errors } = check(search)
    if (errors.length > 0) throw invalid(errors)
    // It was validated by this very schema.
    return query as Static<Query>
  }
}

function createCheckQuery(schema: TObject): (search: URLSearchParams) => ReturnType<typeof readQuery> {
  const check = createValidate(schema)
  return (search) => {
    const { query, errors } = readQuery(schema, search)
    const wrong = [
      ...errors,
      ...check(query).map(inQuery),
      ...unstorableText(query).map((pointer) => inQuery(unstorable(pointer))),
    ]
    return { query, errors: wrong }
  }
}

const noSearch = new URLSearchParams()

function searchOf(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return at === -1 ? noSearch : new URLSearchParams(url.slice(at + 1))
}

function createReadBody(operation: Readable): (body: unknown) => FieldProblem[] {
  const schema = operation.body
  if (schema === null) return (body) => (isNothing(body) ? [] : [unwanted])
  const check = createValidate(schema)
  return (body) =>
    body === undefined ? [missing] : [...check(body), ...unstorableText(body).map(unstorable)]
}

const missing: FieldProblem = { pointer: '', code: 'required', detail: 'This operation needs a JSON body.' }
const unwanted: FieldProblem = { pointer: '', code: 'unknown_field', detail: 'This operation takes no body.' }

function isNothing(body: unknown): boolean {
  return (
    body === undefined ||
    (typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0)
  )
}

function unstorable(pointer: string): FieldProblem {
  return { pointer, code: 'unstorable_text', detail: 'Text may not contain NUL or half of a surrogate pair.' }
}

// `/social_account_id/0` of the query is `?social_account_id`.
function inQuery(problem: FieldProblem): FieldProblem {
  return { ...problem, pointer: `?${problem.pointer.split('/')[1] ?? ''}` }
}
