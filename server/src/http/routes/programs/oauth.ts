import type { Context, Origin } from '../../../context.ts'
import { asObject, type Json } from '../../../lib/json/json.ts'
import { issuerOf } from '../../../programs/authorization-request.ts'
import { giveBackToken } from '../../../programs/end-access.ts'
import { exchangeCode } from '../../../programs/exchange-code.ts'
import type { GivenTokens } from '../../../programs/give-tokens.ts'
import { OauthFault } from '../../../programs/oauth-fault.ts'
import { refreshAccess } from '../../../programs/refresh-access.ts'
import { registerProgram } from '../../../programs/register-program.ts'
import { describeIssuer, describeResource, oauthPaths } from '../../mcp/discovery.ts'
import { sendOn } from '../../pages/plain-page.ts'
import { readJson } from '../../read-json.ts'
import { readOauthForm } from '../../read-oauth-form.ts'
import { defineStream, type StreamAnswer, type StreamRequest, type StreamRoute } from '../../stream-route.ts'
import { consentPath, stayWithOpener } from '../../web/app-page.ts'

/** Programs ask from browsers too, and from anywhere: no route here looks at a cookie, and no answer depends on who is signed in. */
const common = { group: 'api', authentication: 'none', doc: null } as const

const mostBytes = 32 * 1024

/** The addresses by which a program finds out how to get access, registers itself, gets its tokens and gives them back. */
export const oauthStreams: readonly StreamRoute[] = [
  metadata('getResourceMetadata', oauthPaths.resource, describeResource),
  metadata('getMcpResourceMetadata', `${oauthPaths.resource}/mcp`, describeResource),
  metadata('getAuthorizationServerMetadata', oauthPaths.server, describeIssuer),
  defineStream({
    id: 'authorizeProgram',
    method: 'GET',
    path: oauthPaths.authorize,
    group: 'app',
    authentication: 'none',
    doc: null,
    // The app reads and writes its own addresses in a way of its own, so what the program wrote goes along as one word.
    run: async ({ config }, { query }) => {
      const asked = Buffer.from(query.toString()).toString('base64url')
      return sendOn(`${issuerOf(config.publicUrl)}${consentPath}?request=${asked}`, stayWithOpener)
    },
  }),
  defineStream({
    ...common,
    id: 'registerProgram',
    method: 'POST',
    audit: { none: 'A program that registers itself may do nothing until a person lets it in.' },
    path: oauthPaths.register,
    run: (context, request) =>
      orFault(async () => {
        const given = asObject((await readJson(request, mostBytes)) as Json)
        if (given === null) throw new OauthFault('invalid_client_metadata', 'Send an object.')
        const { id, name, redirectUris, registeredAt } = await registerProgram(context, given, from(request))
        return json(201, {
          client_id: id,
          client_id_issued_at: Math.floor(registeredAt.getTime() / 1_000),
          client_name: name,
          redirect_uris: redirectUris,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        })
      }),
  }),
  defineStream({
    ...common,
    id: 'giveTokens',
    method: 'POST',
    audit: { none: 'A person agreed to it before, which is in the log.' },
    path: oauthPaths.token,
    run: (context, request) =>
      orFault(async () => {
        const { access, refresh, expiresInSeconds, scopes } = await answerGrant(context, request)
        return json(200, {
          access_token: access,
          token_type: 'Bearer',
          expires_in: expiresInSeconds,
          refresh_token: refresh,
          scope: scopes.join(' '),
        })
      }),
  }),
  defineStream({
    ...common,
    id: 'giveBackToken',
    method: 'POST',
    audit: { action: 'program.end', writtenBy: 'verb' },
    path: oauthPaths.revoke,
    run: (context, request) =>
      orFault(async () => {
        const form = await readOauthForm(request)
        const given = { token: form.needed('token'), clientId: form.text('client_id') }
        await giveBackToken(context, given, from(request))
        return json(200, {})
      }),
  }),
]

function metadata(
  id: string,
  path: string,
  describe: (publicUrl: string) => Record<string, unknown>,
): StreamRoute {
  return defineStream({
    ...common,
    id,
    method: 'GET',
    path,
    run: async ({ config }) => json(200, describe(config.publicUrl), 'public, max-age=300'),
  })
}

/** @throws OauthFault */
async function answerGrant(context: Context, request: StreamRequest): Promise<GivenTokens> {
  const form = await readOauthForm(request)
  form.requireResource(context.config.publicUrl)
  const clientId = form.needed('client_id')
  const kind = form.needed('grant_type')
  switch (kind) {
    case 'authorization_code': {
      const [code, verifier] = [form.needed('code'), form.needed('code_verifier')]
      const redirectUri = form.text('redirect_uri')
      return exchangeCode(context, { code, clientId, verifier, redirectUri }, from(request))
    }
    case 'refresh_token':
      return refreshAccess(context, { token: form.needed('refresh_token'), clientId }, from(request))
    default:
      throw new OauthFault('unsupported_grant_type', 'Send authorization_code or refresh_token.')
  }
}

function from({ ip, headers }: StreamRequest): Origin {
  const userAgent = headers['user-agent']
  return { ip, userAgent: typeof userAgent === 'string' ? userAgent : null }
}

/** Says a refusal in the words of OAuth (RFC 6749, 5.2). */
async function orFault(answer: () => Promise<StreamAnswer>): Promise<StreamAnswer> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof OauthFault)) throw error
    return json(400, { error: error.code, error_description: error.message })
  }
}

function json(status: number, body: Record<string, unknown>, caching = 'no-store'): StreamAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': caching },
    body: JSON.stringify(body),
  }
}
