import type { Json } from '../../../lib/json/json.ts'

/** The fake's answer to a call. */
export interface Answer {
  readonly status: number
  readonly json: Json
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer that refuses the call. */
export class Refusal extends Error {
  readonly answer: Answer
  constructor(status: number, error: string, headers: Readonly<Record<string, string>> = {}) {
    super(error)
    this.answer = { status, json: { error }, headers }
  }
}

export function ok(json: Json): Answer {
  return { status: 200, json }
}
