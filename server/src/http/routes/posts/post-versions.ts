import Type from 'typebox'
import { exampleTime } from '../../../posts/example-time.ts'
import { getVersion } from '../../../posts/versions/get-version.ts'
import { listVersions } from '../../../posts/versions/list-versions.ts'
import { PostVersionsSchema, WholePostVersionSchema } from '../../../posts/versions/version-schema.ts'
import { defineOperation } from '../../operation.ts'
import { id, idParams } from '../../schemas.ts'
import { newPostExample } from './post-examples.ts'

const versionExample = {
  version: 1,
  text: 'The autumn bread list',
  changed: ['caption'],
  changed_at: exampleTime('08:30:00.000', -4),
  began_at: exampleTime('08:30:00.000', -4),
  by: { kind: 'user', id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70', name: 'Lena' },
}

/** The history of posts. */
export const postVersionOperations = [
  defineOperation({
    id: 'listPostVersions',
    method: 'GET',
    path: '/v1/posts/{id}/versions',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    thing: 'post',
    summary: 'List the former versions of a post',
    description:
      'One for each change of its content: who made it, when, and which members it changed. The changes that one person makes to a draft within five minutes count as one. The last 100 are kept.',
    params: idParams,
    response: PostVersionsSchema,
    successExample: { data: [versionExample] },
    run: (call, { params }) => listVersions(call, params.id),
  }),
  defineOperation({
    id: 'getPostVersion',
    method: 'GET',
    path: '/v1/posts/{id}/versions/{version}',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    thing: 'post',
    summary: 'Get a former version of a post',
    description:
      'With its whole content, in the form of a request. Send it to `PATCH /v1/posts/{id}` to bring it back.',
    params: Type.Object(
      { id, version: Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'Its number.' }) },
      { additionalProperties: false },
    ),
    response: WholePostVersionSchema,
    successExample: { ...versionExample, content: newPostExample },
    run: (call, { params }) => getVersion(call, params.id, params.version),
  }),
]
