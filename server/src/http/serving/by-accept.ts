import type { FastifyInstance } from 'fastify'

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0]

/** Leads requests that accept a stream of events to the route that says `accept`, and all others to the one that does not. */
export const byAccept: Strategy = {
  name: 'accept',
  storage: () => {
    const found = new Map<string, unknown>()
    return {
      get: (type) => (typeof type === 'string' ? found.get(type) : null) as never,
      set: (type, handler) => void found.set(String(type), handler),
    }
  },
  deriveConstraint: ({ headers }) =>
    headers.accept?.toLowerCase().includes('text/event-stream') ? 'text/event-stream' : undefined,
  validate: () => undefined,
  mustMatchWhenDerived: false,
}
