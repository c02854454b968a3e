import type { FastifyInstance } from 'fastify'
import type { Context, RemoteCaller } from '../../context.ts'
import { redactUrl } from '../../lib/log.ts'
import { pathOf } from './common-headers.ts'

/** Writes one line for each request that was answered. Monitors ask every few seconds: theirs are logged only where not all is well. */
export function logRequests(app: FastifyInstance, context: Context): void {
  // The line has no member that the log would redact, and looking for one takes time. Its texts are free of secrets already.
  const log = context.log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    const { caller } = request
    const route = request.routeOptions.url ?? null
    const path = caller ? pathOf(request.url) : route
    const isCalm = route === '/readyz' && reply.statusCode === 200
    log[isCalm ? 'debug' : 'info'](
      {
        request_id: request.id,
        method: request.method,
        // A path that is its route holds no word of its sender.
        path: path === null || path === route ? path : redactUrl(path),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        workspace_id: caller?.workspaceId,
        ...(caller ? idsOf(caller) : {}),
      },
      'request',
    )
    done()
  })
}

function idsOf(caller: RemoteCaller): Record<string, string> {
  switch (caller.kind) {
    case 'key':
      return { key_id: caller.keyId }
    case 'session':
      return { session_id: caller.sessionId, user_id: caller.userId }
  }
}
