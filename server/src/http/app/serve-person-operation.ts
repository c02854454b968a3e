import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { findSession, type SignedIn } from '../../people/sessions/find-session.ts'
import { createReadInput } from '../serving/create-read-input.ts'
import { boundBody, jsonType, type ServingParts } from '../serving/serve-operation.ts'
import { acceptBody } from '../serving/unread-body.ts'
import { isAtMachine } from './first-visitor.ts'
import { notSignedIn } from './not-signed-in.ts'
import { requireOwnHost, requireSafePlace } from './own-host.ts'
import type { PersonAnswer, PersonOperation } from './person-operation.ts'
import { noSessionCookie, readSessionCookie, sessionCookie } from './session-cookie.ts'

const bodyLimit = 64 * 1024
/** A body that took longer is handled for the person who is signed in when it is there. */
const believedMs = 90

/**
 * Registers one operation for people. That a change comes from a page of our own was checked before, as for every route of
 * the group `app`; here the name under which it came is checked, and then who it is.
 */
export function servePersonOperation(
  app: FastifyInstance,
  { context, overload }: Pick<ServingParts, 'context' | 'overload'>,
  operation: PersonOperation,
): void {
  const { publicUrl } = context.config
  const readInput = createReadInput(operation, publicUrl)
  const people = new WeakMap<FastifyRequest, { readonly person: SignedIn | null; readonly at: number }>()
  app.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit,
    schema: { response: { 200: operation.response } },
    config: { group: 'app' },
    onRequest: async (request, reply) => {
      boundBody(request, reply)
      overload.letIn(operation)
      context.uploadPace.giveWay()
      requireOwnHost(request.headers.host, publicUrl)
      requireSafePlace(publicUrl)
      const person = await lookUp(request)
      if (person !== null) await operation.admit?.(person, context, request.params as Record<string, string>)
    },
    preParsing: async (request, reply) => acceptBody(request, reply),
    handler: async (request, reply) => {
      const input = readInput(request)
      const known = people.get(request)
      const isLate = known === undefined || performance.now() - known.at > believedMs
      const person = isLate ? await lookUp(request) : known.person
      const call = {
        context,
        person,
        browser: browserOf(request),
        isAtMachine: isAtMachine(request, context.config),
      }
      const answer = await operation.run(call, input)
      return send(reply, publicUrl, answer)
    },
  })

  async function lookUp(request: FastifyRequest): Promise<SignedIn | null> {
    const at = performance.now()
    const person = await findPerson(context, request)
    if (person === null && operation.who === 'person')
      throw notSignedIn({ hasKey: request.headers.authorization !== undefined })
    people.set(request, { person, at })
    return person
  }
}

function findPerson({ db, config }: Context, request: FastifyRequest): Promise<SignedIn | null> {
  const token = readSessionCookie(config.publicUrl, request)
  return token === null ? Promise.resolve(null) : findSession(db, token)
}

function browserOf({ ip, headers }: FastifyRequest) {
  return { ip, userAgent: headers['user-agent'] ?? '' }
}

function send(
  reply: FastifyReply,
  publicUrl: string,
  { body, session, cookies = [] }: PersonAnswer<unknown>,
): FastifyReply {
  if (session === null) void reply.header('set-cookie', noSessionCookie(publicUrl))
  else if (session) void reply.header('set-cookie', sessionCookie(publicUrl, session.token))
  for (const cookie of cookies) void reply.header('set-cookie', cookie)
  return reply.type(jsonType).send(body)
}
