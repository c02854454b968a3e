import Type from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { listOwnApps, removeOwnApp, setOwnApp } from '../../platform-apps/own-apps.ts'
import { nullable, time } from '../schemas.ts'
import { definePersonOperation } from './person-operation.ts'
import { closed, done, isDone } from './schemas.ts'

const anything = Type.Record(Type.String(), Type.Unknown())

const network = Type.Object(
  {
    platform: Type.String(),
    name: Type.String(),
    fields: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of the app.' }),
    set_in: nullable(
      Type.Enum(['environment', 'command', 'here'], {
        description: 'Where the app was set; null where none is. The environment goes before the others.',
      }),
    ),
    values: Type.Record(Type.String(), Type.Unknown(), { description: 'Without the secrets.' }),
    fields_set: Type.Array(Type.String(), { description: 'The fields that are set, secrets too.' }),
    variables: Type.Record(Type.String(), Type.String(), {
      description: 'The variable of the environment that sets each field.',
    }),
    updated_at: nullable(time),
    ways: Type.Array(
      Type.Object(
        {
          way: Type.String(),
          missing: Type.Array(
            Type.Object({ code: Type.Enum(['app', 'https', 'public_media']), detail: Type.String() }, closed),
          ),
        },
        closed,
      ),
      { description: 'The ways to connect accounts, each with what this server lacks for it.' },
    ),
  },
  { title: 'InstanceNetwork', ...closed },
)

const example = {
  platform: 'example',
  name: 'Example',
  fields: { type: 'object', properties: { client_id: { type: 'string' } } },
  set_in: 'here',
  values: { client_id: '86a1b2c3' },
  fields_set: ['client_id', 'client_secret'],
  variables: { client_id: 'PLATFORM_EXAMPLE_CLIENT_ID' },
  updated_at: '2026-03-01T08:00:00.000Z',
  ways: [{ way: 'oauth', missing: [] }],
}

const params = Type.Object({ platform: Type.String({ maxLength: 100 }) }, closed)

/** The operator's apps at networks, for the person who set the server up. */
export const instanceOperations = [
  definePersonOperation({
    id: 'listInstanceNetworks',
    method: 'GET',
    path: '/app/instance/networks',
    who: 'person',
    problems: [403],
    summary: 'List the networks that ask for an app of the operator',
    description: 'For the person who set the server up. A secret is never shown again.',
    response: Type.Object({ data: Type.Array(network) }, closed),
    successExample: { data: [example] },
    run: async ({ context, ...asking }) => ({ body: { data: await listOwnApps(context, asking) } }),
  }),
  definePersonOperation({
    id: 'setInstanceNetwork',
    method: 'PUT',
    audit: { action: 'platform_app.set', writtenBy: 'verb' },
    path: '/app/instance/networks/{platform}',
    who: 'person',
    needsProof: true,
    problems: [403, 404, 409],
    summary: 'Set the app at a network',
    description:
      'All fields at once, as the schema `fields` says; they are kept sealed. It counts from the next call of the network on.',
    params,
    body: anything,
    response: network,
    bodyExample: { client_id: '86a1b2c3', client_secret: 'WPL_AP1.xyz' },
    successExample: example,
    run: async ({ context, ...asking }, { params, body }) => ({
      body: await setOwnApp(context, asking, params.platform, body as JsonObject),
    }),
  }),
  definePersonOperation({
    id: 'removeInstanceNetwork',
    method: 'DELETE',
    audit: { action: 'platform_app.unset', writtenBy: 'verb' },
    path: '/app/instance/networks/{platform}',
    who: 'person',
    needsProof: true,
    problems: [403, 404, 409],
    summary: 'Remove the app at a network',
    description: 'Accounts stay connected, and cannot renew their access before an app is set again.',
    params,
    response: done,
    successExample: isDone,
    run: async ({ context, ...asking }, { params }) => {
      await removeOwnApp(context, asking, params.platform)
      return { body: isDone }
    },
  }),
]
