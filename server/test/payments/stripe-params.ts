import { FakeRefusal } from '../../src/connectors/kit/fakes/fake-server.ts'

/** The parameters of a form, of which each must be expected. */
export interface Params {
  /** The value of a parameter that must be there. */
  take(name: string): string
  /** Refuses what was not taken. */
  end(): void
}

export function readParams(body: Buffer): Params {
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(body.toString())) {
    if (form.has(name)) throw refusal(`Received ${name} twice`, 'parameter_invalid')
    form.set(name, value)
  }
  return {
    take: (name) => {
      const value = form.get(name)
      if (!value) throw refusal(`Missing required param: ${name}.`, 'parameter_missing')
      form.delete(name)
      return value
    },
    end: () => {
      const [left] = form.keys()
      if (left !== undefined) throw refusal(`Received unknown parameter: ${left}`, 'parameter_unknown')
    },
  }
}

function refusal(message: string, code: string): FakeRefusal {
  return new FakeRefusal(message, {
    status: 400,
    json: { error: { type: 'invalid_request_error', message, code } },
  })
}
