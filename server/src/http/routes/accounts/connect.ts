import Type from 'typebox'
import { askToConnect, beginConnect } from '../../../connections/begin-connect.ts'
import { chooseCandidates } from '../../../connections/choose-candidates.ts'
import { deleteConnectAttempt } from '../../../connections/delete-connect-attempt.ts'
import { getConnectAttempt } from '../../../connections/get-connect-attempt.ts'
import { askToReconnect } from '../../../connections/reconnect-account.ts'
import { partsSchema } from '../../../lib/text/parts-schema.ts'
import { defineOperation } from '../../operation.ts'
import { deleted, id, idParams, nullable, time } from '../../schemas.ts'

const closed = { additionalProperties: false }
const thing = 'connect attempt'

const way = Type.Optional(
  Type.String({ maxLength: 100, description: 'One of the `ways` of the platform; the first unless given.' }),
)
const fields = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), {
    description: 'The form of the way, by its schema in `GET /v1/platforms`. Empty unless given.',
  }),
)

const candidate = Type.Object(
  {
    external_id: Type.String({ description: 'The id of the profile on the network.' }),
    username: Type.String(),
    display_name: Type.String(),
    avatar_url: nullable(
      Type.String({
        format: 'uri',
        description:
          'A public URL of this server for its picture, while there is a choice; null where its network has none.',
      }),
    ),
    profile_url: Type.String(),
    suggested: Type.Boolean(),
    reason: nullable(Type.String({ description: 'Says why it cannot be chosen; null where it can.' })),
  },
  { title: 'ConnectCandidate', ...closed },
)

const attempt = Type.Object(
  {
    id,
    platform: Type.String(),
    way: Type.String(),
    status: Type.Enum(['waiting', 'finishing', 'choosing', 'connected', 'failed', 'expired'], {
      description:
        'waiting: its person has not come back from the network. finishing: the network is being asked. choosing: profiles wait to be chosen.',
    }),
    url: nullable(
      Type.String({ description: 'The page to open in the browser of the person who signs in.' }),
    ),
    social_account_id: nullable(Type.String({ description: 'The account that is connected again.' })),
    candidates: Type.Array(candidate, { description: 'The profiles to choose from.' }),
    social_accounts: Type.Array(id, { description: 'The accounts that were connected.' }),
    error: nullable(Type.Object({ code: Type.String(), detail: Type.String(), ...partsSchema }, closed)),
    expires_at: time,
    created_at: time,
  },
  { title: 'ConnectAttempt', ...closed },
)

const exampleId = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b50'
const example = {
  id: exampleId,
  platform: 'example',
  way: 'oauth',
  status: 'waiting',
  url: `https://crier.example.org/connect/${exampleId}.kX9m2nVbQ4wLr7tZc1yHs8dJf5gAe3pUo6iKx0vBq2M`,
  social_account_id: null,
  candidates: [],
  social_accounts: [],
  error: null,
  expires_at: '2026-03-01T08:10:00.000Z',
  created_at: '2026-03-01T08:00:00.000Z',
}
const connectedExample = {
  ...example,
  status: 'connected',
  url: null,
  social_accounts: ['0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40'],
}

export const connectOperations = [
  defineOperation({
    id: 'beginConnect',
    method: 'POST',
    audit: { action: 'connect_attempt.create', keeps: ['platform', 'way'] },
    path: '/v1/social-accounts/connect',
    scope: 'accounts',
    needsProof: true,
    kind: 'change',
    problems: [409],
    summary: 'Connect a social account',
    description:
      'Where a form is enough, the account is connected at once; a form that gives access to several profiles leaves them to be chosen (`choosing`). Otherwise `url` names a page for its person, who signs in at the network within ten minutes.',
    body: Type.Object({ platform: Type.String({ maxLength: 100 }), way, fields }, closed),
    response: attempt,
    bodyExample: { platform: 'example', way: 'oauth' },
    successExample: example,
    ask:
      ({ body }) =>
      (call) =>
        askToConnect(call, body),
    run: (call, _input, begun) => beginConnect(call, begun),
  }),
  defineOperation({
    id: 'getConnectAttempt',
    method: 'GET',
    path: '/v1/social-accounts/connect/{id}',
    scope: 'accounts',
    kind: 'read',
    thing,
    summary: 'Get the state of a sign-in',
    params: idParams,
    response: attempt,
    successExample: example,
    run: (call, { params }) => getConnectAttempt(call, params.id),
  }),
  defineOperation({
    id: 'deleteConnectAttempt',
    method: 'DELETE',
    audit: 'connect_attempt.delete',
    path: '/v1/social-accounts/connect/{id}',
    scope: 'accounts',
    kind: 'change',
    thing,
    summary: 'Give up a sign-in',
    description: 'Its link and its profiles are forgotten. An account that it has connected stays connected.',
    params: idParams,
    response: deleted,
    successExample: { id: exampleId, deleted: true, success: true },
    run: async (call, { params }) => {
      await deleteConnectAttempt(call, params.id)
      return { id: params.id, deleted: true as const, success: true as const }
    },
  }),
  defineOperation({
    id: 'chooseCandidates',
    method: 'POST',
    audit: { action: 'connect_attempt.choose', keeps: ['external_ids'] },
    path: '/v1/social-accounts/connect/{id}/choose',
    scope: 'accounts',
    kind: 'change',
    thing,
    problems: [409],
    summary: 'Choose the profiles to connect',
    description: 'All of them are connected, or none.',
    params: idParams,
    body: Type.Object(
      {
        external_ids: Type.Array(Type.String({ maxLength: 500 }), {
          minItems: 1,
          maxItems: 200,
        }),
      },
      closed,
    ),
    response: attempt,
    bodyExample: { external_ids: ['did:plc:44ybard66vv44zksje25o7dz'] },
    successExample: connectedExample,
    run: (call, { params, body }) => chooseCandidates(call, params.id, body.external_ids),
  }),
  defineOperation({
    id: 'reconnectSocialAccount',
    method: 'POST',
    audit: { action: 'account.reconnect', keeps: ['way'] },
    path: '/v1/social-accounts/{id}/reconnect',
    scope: 'accounts',
    needsProof: true,
    kind: 'change',
    thing: 'social account',
    problems: [409],
    summary: 'Connect a social account again',
    description:
      'The sign-in must be of the same profile; another one is refused. Without `way`, the way of the account is taken. The held posts of the account are then published.',
    params: idParams,
    body: Type.Object({ way, fields }, closed),
    response: attempt,
    bodyExample: { way: 'oauth' },
    successExample: { ...example, social_account_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40' },
    ask:
      ({ params, body }) =>
      (call) =>
        askToReconnect(call, params.id, body),
    run: (call, _input, begun) => beginConnect(call, begun),
  }),
]
