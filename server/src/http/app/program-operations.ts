import Type from 'typebox'
import { allowProgram } from '../../programs/allow-program.ts'
import { endProgram } from '../../programs/end-access.ts'
import { listPrograms, type ShownProgram } from '../../programs/list-programs.ts'
import { readAuthorization } from '../../programs/read-authorization.ts'
import { isOfMachine } from '../../programs/redirect-address.ts'
import { id, idParams, nullable, time } from '../schemas.ts'
import { definePersonOperation } from './person-operation.ts'
import { closed, done, isDone } from './schemas.ts'
import { defineWorkspaceOperation } from './workspace-operation.ts'

const mode = Type.Enum(['live', 'test'])
const scope = Type.Enum(['read', 'write', 'publish'])

const text = Type.String({ maxLength: 2_000 })
/** The parameters as they stand in the address of the page (RFC 6749, 4.1.1). */
const request = {
  client_id: text,
  redirect_uri: text,
  response_type: Type.Optional(text),
  code_challenge: Type.Optional(text),
  code_challenge_method: Type.Optional(text),
  scope: Type.Optional(text),
  state: Type.Optional(Type.String({ maxLength: 4_000 })),
  resource: Type.Optional(text),
}

const requestExample = {
  client_id: 'https://assistant.example/oauth/client.json',
  redirect_uri: 'https://assistant.example/callback',
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  scope: 'read write publish',
  state: 'af0ifjsldkj',
}

const authorization = Type.Object(
  {
    name: Type.String({ description: 'The name that the program gives itself. Nobody has checked it.' }),
    host: nullable(
      Type.String({
        description: 'The host that describes the program. Null for one that registered itself.',
      }),
    ),
    redirect_host: Type.String({ description: 'The host to which the browser is sent back.' }),
    is_of_machine: Type.Boolean({ description: 'Whether that is the machine of the browser.' }),
    scopes: Type.Array(scope),
    fault: nullable(Type.String({ description: 'The fault of the request, as OAuth calls it.' })),
    refusal_url: Type.String({ description: 'The address that tells the program so, or that you refuse.' }),
  },
  { title: 'ProgramAuthorization', ...closed },
)

const program = Type.Object(
  {
    id,
    name: Type.String(),
    redirect_host: Type.String(),
    is_of_machine: Type.Boolean(),
    mode,
    scopes: Type.Array(scope),
    allowed_by: Type.Object({ id, email: Type.String() }, closed),
    last_used_at: nullable(time),
    last_used_ip: nullable(Type.String()),
    expires_at: time,
    created_at: time,
  },
  { title: 'Program', ...closed },
)

const programExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21',
  name: 'Assistant',
  redirect_host: 'assistant.example',
  is_of_machine: false,
  mode: 'live',
  scopes: ['read', 'write'],
  allowed_by: { id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b01', email: 'ada@example.org' },
  last_used_at: '2026-03-02T17:20:00.000Z',
  last_used_ip: '203.0.113.7',
  expires_at: '2026-05-01T17:20:00.000Z',
  created_at: '2026-03-01T08:00:00.000Z',
}

/** Programs that a person lets use Crier in their name, by OAuth. */
export const programOperations = [
  definePersonOperation({
    id: 'readAuthorization',
    method: 'POST',
    audit: { none: 'It shows a person what a program asks for, and changes nothing that they have.' },
    path: '/app/authorizations/read',
    who: 'person',
    problems: [422, 429],
    summary: 'Read what a program asks for',
    description: 'The document that describes a program is fetched from its address, where its id is one.',
    body: Type.Object(request, closed),
    response: authorization,
    bodyExample: requestExample,
    successExample: {
      name: 'Assistant',
      host: 'assistant.example',
      redirect_host: 'assistant.example',
      is_of_machine: false,
      scopes: ['read', 'write', 'publish'],
      fault: null,
      refusal_url: 'https://assistant.example/callback?error=access_denied&state=af0ifjsldkj',
    },
    run: async ({ context, person }, { body }) => {
      const read = await readAuthorization(context, body, person.userId)
      const { isOfMachine, redirectHost, refusalUrl, ...rest } = read
      const shown = { redirect_host: redirectHost, is_of_machine: isOfMachine, refusal_url: refusalUrl }
      return { body: { ...rest, ...shown, scopes: [...rest.scopes] } }
    },
  }),
  defineWorkspaceOperation({
    id: 'listPrograms',
    method: 'GET',
    path: '/programs',
    least: 'admin',
    summary: 'List the programs that people let in',
    response: Type.Object({ data: Type.Array(program) }, closed),
    successExample: { data: [programExample] },
    run: async ({ db, member }) => ({ data: (await listPrograms(db, member.workspaceId)).map(toJson) }),
  }),
  defineWorkspaceOperation({
    id: 'allowProgram',
    method: 'POST',
    audit: { action: 'program.allow', keeps: ['client_id', 'redirect_uri', 'mode', 'scopes'] },
    path: '/programs',
    least: 'admin',
    needsProof: true,
    problems: [422],
    summary: 'Let a program use Crier in your name',
    description:
      'The answer names the address that brings the program its code. Its access has its rights as long as you have them too, and ends when you leave the workspace.',
    body: Type.Object(
      { ...request, mode, scopes: Type.Array(scope, { minItems: 1, uniqueItems: true }) },
      closed,
    ),
    response: Type.Object({ id, url: Type.String() }, { title: 'AllowedProgram', ...closed }),
    bodyExample: { ...requestExample, mode: 'live', scopes: ['read', 'write'] },
    successExample: {
      id: programExample.id,
      url: 'https://assistant.example/callback?code=crier_code_…&state=af0ifjsldkj',
    },
    run: async ({ db, context, member: { workspaceId, userId } }, { body }) => {
      const { mode, scopes, ...asked } = body
      return allowProgram(db, context.config.publicUrl, { workspaceId, userId, request: asked, mode, scopes })
    },
  }),
  defineWorkspaceOperation({
    id: 'endProgram',
    method: 'DELETE',
    audit: 'program.end',
    path: '/programs/{id}',
    least: 'admin',
    thing: 'program',
    summary: 'End the access of a program for good',
    description: 'Every process refuses it within a second.',
    params: idParams,
    response: done,
    successExample: isDone,
    run: async ({ db, member: { workspaceId } }, { params }) => {
      await endProgram(db, { workspaceId, id: params.id })
      return isDone
    },
  }),
]

function toJson(shown: ShownProgram) {
  return {
    id: shown.id,
    name: shown.name,
    redirect_host: new URL(shown.redirectUri).host,
    is_of_machine: isOfMachine(shown.redirectUri),
    mode: shown.mode,
    scopes: [...shown.scopes],
    allowed_by: { id: shown.userId, email: shown.email },
    last_used_at: shown.lastUsedAt?.toISOString() ?? null,
    last_used_ip: shown.lastUsedIp,
    expires_at: shown.expiresAt.toISOString(),
    created_at: shown.createdAt.toISOString(),
  }
}
