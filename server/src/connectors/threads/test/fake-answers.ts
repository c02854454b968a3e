import type { Json } from '../../../lib/json/json.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

export function ok(json: Json): FakeAnswer {
  return { status: 200, json }
}

/** A refusal in the envelope of the Graph API. */
export function refuse(code: number | string, message: string, subcode: number | null = null): FakeRefusal {
  const error = {
    message,
    type: 'OAuthException',
    code,
    ...(subcode === null ? {} : { error_subcode: subcode }),
    is_transient: false,
    fbtrace_id: 'A-fake-trace',
  }
  return new FakeRefusal(message, { status: 400, json: { error } })
}

export const invalid = (message: string) => refuse(100, message)
export const notFound = (id: string) => refuse(24, `The media with id ${id} cannot be found.`, 4279009)
export const ended = () => refuse(190, 'Error validating access token: The session is invalid', 467)

/** The fields of a form, each at most once. */
export function readForm({ headers, body }: FakeCall): URLSearchParams {
  if (headers['content-type'] !== 'application/x-www-form-urlencoded')
    throw invalid('The body must be a form')
  const form = new URLSearchParams(body.toString())
  if (new Set(form.keys()).size < [...form.keys()].length) throw invalid('A parameter came twice')
  return form
}
