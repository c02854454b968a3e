import Type from 'typebox'
import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { createSavedText } from '../../../saved-texts/create-saved-text.ts'
import { deleteSavedText } from '../../../saved-texts/delete-saved-text.ts'
import { getSavedText } from '../../../saved-texts/get-saved-text.ts'
import { listSavedTexts } from '../../../saved-texts/list-saved-texts.ts'
import {
  NewSavedTextBody,
  SavedTextChangesBody,
  SavedTextSchema,
} from '../../../saved-texts/saved-text-schema.ts'
import { updateSavedText } from '../../../saved-texts/update-saved-text.ts'
import { defineOperation } from '../../operation.ts'
import { deleted, idParams } from '../../schemas.ts'

const closed = { additionalProperties: false }
const thing = 'saved text'
const path = '/v1/saved-texts'
const keeps = ['name', 'platforms']

const example = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b80',
  name: 'Hashtags',
  text: '#bread #harbour #sourdough',
  platforms: [],
  created_at: '2026-03-01T08:00:00.000Z',
  updated_at: '2026-03-01T08:00:00.000Z',
}

export const savedTextOperations = [
  defineOperation({
    id: 'createSavedText',
    method: 'POST',
    audit: { action: 'saved_text.create', keeps },
    path,
    scope: 'write',
    kind: 'change',
    problems: [409],
    summary: 'Save a text for further posts',
    description:
      'Such as a group of hashtags, a signature or the frame of a post. Nothing is published with it: people and programs put it into the text of a post.',
    body: NewSavedTextBody,
    response: SavedTextSchema,
    bodyExample: { name: example.name, text: example.text, platforms: example.platforms },
    successExample: example,
    run: (call, { body }) => createSavedText(call, body),
  }),
  defineOperation({
    id: 'listSavedTexts',
    method: 'GET',
    path,
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'List saved texts by name',
    query: Type.Object(
      {
        ...pageQuery,
        text: Type.Optional(
          Type.String({
            maxLength: 200,
            description: 'Words of their names or texts, in whatever case.',
          }),
        ),
      },
      closed,
    ),
    response: pageSchema(SavedTextSchema),
    successExample: { data: [example], meta: { total: 1, offset: 0, limit: 10, next: null } },
    run: (call, { query, url }) => listSavedTexts(call, query, url),
  }),
  defineOperation({
    id: 'getSavedText',
    method: 'GET',
    path: `${path}/{id}`,
    scope: 'read',
    kind: 'read',
    thing,
    summary: 'Get a saved text',
    params: idParams,
    response: SavedTextSchema,
    successExample: example,
    run: (call, { params }) => getSavedText(call, params.id),
  }),
  defineOperation({
    id: 'updateSavedText',
    method: 'PATCH',
    audit: { action: 'saved_text.update', keeps },
    path: `${path}/{id}`,
    scope: 'write',
    kind: 'change',
    thing,
    problems: [409],
    summary: 'Change a saved text',
    description:
      'Changes the given fields and keeps the others; of two changes to one field the later counts. Posts keep what was put into them.',
    params: idParams,
    body: SavedTextChangesBody,
    response: SavedTextSchema,
    bodyExample: { text: '#bread #harbour #rye' },
    successExample: { ...example, text: '#bread #harbour #rye' },
    run: (call, { params, body }) => updateSavedText(call, params.id, body),
  }),
  defineOperation({
    id: 'deleteSavedText',
    method: 'DELETE',
    audit: 'saved_text.delete',
    path: `${path}/{id}`,
    scope: 'write',
    kind: 'change',
    thing,
    summary: 'Delete a saved text',
    description: 'Posts keep what was put into them.',
    params: idParams,
    response: deleted,
    successExample: { id: example.id, deleted: true, success: true },
    run: async (call, { params }) => {
      await deleteSavedText(call, params.id)
      return { id: params.id, deleted: true as const, success: true as const }
    },
  }),
]
