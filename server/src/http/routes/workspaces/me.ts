import Type from 'typebox'
import { getMe } from '../../../api-keys/get-me.ts'
import { defineOperation } from '../../operation.ts'
import { id, nullable, time } from '../../schemas.ts'

const closed = { additionalProperties: false }
const scope = Type.Enum(['read', 'write', 'publish', 'accounts', 'admin'])

const me = Type.Object(
  {
    mode: Type.Enum(['live', 'test']),
    key: nullable(
      Type.Object(
        {
          id,
          name: Type.String(),
          last4: Type.String(),
          scopes: Type.Array(scope),
          expires_at: nullable(time),
          created_at: time,
        },
        closed,
      ),
    ),
    user: Type.Object({ id, email: Type.String() }, closed),
    workspace: Type.Object(
      { id, name: Type.String(), timezone: Type.String(), subscription: Type.Enum(['active', 'inactive']) },
      closed,
    ),
  },
  { title: 'Me', ...closed },
)

export const meOperations = [
  defineOperation({
    id: 'getMe',
    method: 'GET',
    path: '/v1/me',
    scope: 'read',
    kind: 'read',
    summary: 'Get the calling API key, its user and its workspace',
    description: 'For a person who is signed in `key` is null.',
    response: me,
    successExample: {
      mode: 'live',
      key: {
        id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b20',
        name: 'Website',
        last4: 'x8Qd',
        scopes: ['read', 'write', 'publish'],
        expires_at: null,
        created_at: '2026-03-01T08:00:00.000Z',
      },
      user: { id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21', email: 'ada@example.org' },
      workspace: {
        id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b22',
        name: 'Ada',
        timezone: 'Europe/Berlin',
        subscription: 'active',
      },
    },
    run: getMe,
  }),
]
