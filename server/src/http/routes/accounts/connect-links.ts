import Type from 'typebox'
import { createConnectLink } from '../../../connections/links/create-connect-link.ts'
import { deleteConnectLink } from '../../../connections/links/delete-connect-link.ts'
import { getConnectLink } from '../../../connections/links/get-connect-link.ts'
import { listConnectLinks } from '../../../connections/links/list-connect-links.ts'
import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { defineOperation } from '../../operation.ts'
import { deleted, id, idParams, nullable, time } from '../../schemas.ts'

const closed = { additionalProperties: false }
const thing = 'connect link'
const path = '/v1/social-accounts/connect-links'

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Shown to the person in place of the name of the workspace.',
})
const logoUrl = Type.String({
  maxLength: 2_000,
  description: 'A picture shown on the page, at an https address.',
})
const returnUrl = Type.String({
  maxLength: 2_000,
  description:
    'Where the person is led back to, over https. `connect_link` and `status` are added to its query, and `social_account` with the ids of the accounts.',
})
const externalId = Type.String({ minLength: 1, maxLength: 255, description: 'Your own id for the link.' })

const link = Type.Object(
  {
    id,
    url: nullable(
      Type.String({ description: 'The page to give to the person; null once it cannot be used any more.' }),
    ),
    status: Type.Enum(['open', 'used', 'expired']),
    platforms: Type.Array(Type.String()),
    social_account_id: nullable(Type.String({ description: 'The account that is connected again.' })),
    name: nullable(name),
    logo_url: nullable(logoUrl),
    return_url: nullable(returnUrl),
    external_id: nullable(externalId),
    social_accounts: Type.Array(id, { description: 'The accounts that were connected.' }),
    expires_at: time,
    used_at: nullable(time),
    created_at: time,
  },
  { title: 'ConnectLink', ...closed },
)

const newLink = Type.Object(
  {
    platforms: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description:
          'The platforms to choose from. Unless given, all that people use in the mode and that can be connected here.',
      }),
    ),
    social_account_id: Type.Optional(
      Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
        description: 'An account to connect again. A sign-in as another profile is refused.',
      }),
    ),
    name: Type.Optional(nullable(name)),
    logo_url: Type.Optional(nullable(logoUrl)),
    return_url: Type.Optional(nullable(returnUrl)),
    external_id: Type.Optional(nullable(externalId)),
    expires_in_seconds: Type.Optional(
      Type.Integer({
        minimum: 5 * 60,
        maximum: 30 * 24 * 60 * 60,
        description: 'From five minutes to thirty days; a week unless given.',
      }),
    ),
  },
  closed,
)

const exampleId = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b60'
const example = {
  id: exampleId,
  url: `https://crier.example.org/connect-links/${exampleId}.kX9m2nVbQ4wLr7tZc1yHs8dJf5gAe3pUo6iKx0vBq2M`,
  status: 'open',
  platforms: ['example'],
  social_account_id: null,
  name: 'Harbour Agency',
  logo_url: 'https://agency.example.org/logo.png',
  return_url: 'https://agency.example.org/connected',
  external_id: 'customer-17',
  social_accounts: [],
  expires_at: '2026-03-08T08:00:00.000Z',
  used_at: null,
  created_at: '2026-03-01T08:00:00.000Z',
}

export const connectLinkOperations = [
  defineOperation({
    id: 'createConnectLink',
    method: 'POST',
    audit: { action: 'connect_link.create', keeps: ['platforms', 'social_account_id', 'expires_in_seconds'] },
    path,
    scope: 'accounts',
    needsProof: true,
    kind: 'change',
    summary: 'Make a link with which somebody else connects an account',
    description:
      'The person needs no access to the workspace. The page shows your name and your logo. The link is used up once accounts were connected with it; a sign-in that fails may be repeated until it expires.',
    body: newLink,
    response: link,
    bodyExample: {
      platforms: ['example'],
      name: 'Harbour Agency',
      logo_url: 'https://agency.example.org/logo.png',
      return_url: 'https://agency.example.org/connected',
      external_id: 'customer-17',
    },
    successExample: example,
    run: (call, { body }) => createConnectLink(call, body),
  }),
  defineOperation({
    id: 'listConnectLinks',
    method: 'GET',
    path,
    scope: 'accounts',
    kind: 'read',
    mayWait: true,
    summary: 'List the connect links',
    description: 'Newest first. A link is deleted a day after it has expired.',
    query: Type.Object({ ...pageQuery }, closed),
    response: pageSchema(link),
    successExample: { data: [example], meta: { total: 1, offset: 0, limit: 10, next: null } },
    run: (call, { query, url }) => listConnectLinks(call, query, url),
  }),
  defineOperation({
    id: 'getConnectLink',
    method: 'GET',
    path: `${path}/{id}`,
    scope: 'accounts',
    kind: 'read',
    thing,
    summary: 'Get one connect link',
    params: idParams,
    response: link,
    successExample: {
      ...example,
      url: null,
      status: 'used',
      social_accounts: ['0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40'],
      used_at: '2026-03-01T09:00:00.000Z',
    },
    run: (call, { params }) => getConnectLink(call, params.id),
  }),
  defineOperation({
    id: 'deleteConnectLink',
    method: 'DELETE',
    audit: 'connect_link.delete',
    path: `${path}/{id}`,
    scope: 'accounts',
    kind: 'change',
    thing,
    summary: 'Revoke a connect link',
    description:
      'Sign-ins that were begun from it end with it. An account that was connected with it stays connected.',
    params: idParams,
    response: deleted,
    successExample: { id: exampleId, deleted: true, success: true },
    run: async (call, { params }) => {
      await deleteConnectLink(call, params.id)
      return { id: params.id, deleted: true as const, success: true as const }
    },
  }),
]
