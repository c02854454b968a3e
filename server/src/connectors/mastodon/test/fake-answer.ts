import type { Json } from '../../../lib/json/json.ts'
import { type FakeAnswer, FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** The fake's way to say no. */
export class Refusal extends FakeRefusal {
  constructor(status: number, error: string, headers: Readonly<Record<string, string>> = {}) {
    super(error, { status, json: { error }, headers })
  }
}

export function ok(json: Json): FakeAnswer {
  return { status: 200, json }
}
