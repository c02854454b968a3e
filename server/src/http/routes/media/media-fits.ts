import Type from 'typebox'
import { partsSchema } from '../../../lib/text/parts-schema.ts'
import { listFits } from '../../../posts/media-use/list-fits.ts'
import { MediaChangeSchema } from '../../../posts/validate-post.ts'
import { defineOperation } from '../../operation.ts'
import { id, nullable } from '../../schemas.ts'
import { mediaParams } from './media.ts'

const closed = { additionalProperties: false }

const remarks = Type.Array(
  Type.Object({ code: Type.String(), detail: Type.String(), ...partsSchema }, closed),
)

const fit = Type.Object(
  {
    platform: Type.String(),
    name: Type.String({ description: 'The network for people.' }),
    placement: nullable(
      Type.String({
        description:
          'The value of the option that chooses another kind of post, such as `story`; null for the usual one. `placements` in the limits names the option.',
      }),
    ),
    social_account_ids: Type.Array(id, { description: 'The accounts of which all this holds.' }),
    outcome: Type.Enum(['as_it_is', 'changed', 'refused']),
    summary: Type.String({ description: 'The outcome in words.' }),
    change: nullable(MediaChangeSchema),
    problems: remarks,
    warnings: remarks,
  },
  { title: 'Fit', ...closed },
)

/** The changes and refusals of a file at each network, before there is a post. */
export const mediaFitOperations = [
  defineOperation({
    id: 'listFits',
    method: 'GET',
    path: '/v1/media/{id}/fits',
    scope: 'read',
    kind: 'read',
    thing: 'medium',
    summary: 'Say what each connected account would get of a medium',
    description:
      'As validatePost does for a post, and before there is one: the file as it is, changed to fit, or refused, with the reasons. Accounts of one network that would get the same stand together.',
    params: mediaParams,
    response: Type.Object({ data: Type.Array(fit) }, closed),
    successExample: {
      data: [
        {
          platform: 'example',
          name: 'Example',
          placement: null,
          social_account_ids: ['0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40'],
          outcome: 'changed',
          summary: 'Scaled to 4096 × 2304 pixels.',
          change: {
            pointer: '',
            reason: 'Example shows images of up to 4096 pixels wide; this one has 8000.',
            steps: [{ change: 'resize', detail: 'Scaled to 4096 × 2304 pixels.' }],
            result: {
              kind: 'image',
              mime_type: 'image/jpeg',
              width: 4096,
              height: 2304,
              duration_ms: null,
              max_bytes: 5_000_000,
            },
          },
          problems: [],
          warnings: [],
        },
      ],
    },
    run: async (call, { params }) => ({ data: await listFits(call, params.id) }),
  }),
]
