import Type from 'typebox'
import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { spanEnd } from '../../../lib/requests/read-span.ts'
import { longestTag, mostTags } from '../../../lib/requests/tags.ts'
import { getMedia } from '../../../media/get-media.ts'
import { listMediaTags } from '../../../media/library/media-tags.ts'
import { listMedia, mediaOrders } from '../../../media/list-media.ts'
import { listRenditions } from '../../../media/renditions/list-renditions.ts'
import { createUploadUrl } from '../../../media/signed-put/create-upload-url.ts'
import { updateMedia } from '../../../media/update-media.ts'
import { deleteMedia } from '../../../posts/media-use/delete-media.ts'
import { listUses } from '../../../posts/media-use/list-uses.ts'
import { postStatuses } from '../../../webhooks/event-catalog.ts'
import { picture, pixels, rendition, video } from '../../media-facts-schema.ts'
import { defineOperation } from '../../operation.ts'
import { deleted, id, nullable, time } from '../../schemas.ts'

const closed = { additionalProperties: false }
const side = Type.Number({ minimum: -1, maximum: 1 })
const focus = nullable(
  Type.Object(
    { x: side, y: side },
    {
      description:
        'The point to keep in view when the medium is cropped: 0, 0 is the middle, 1 right or top.',
      ...closed,
    },
  ),
)
const share = Type.Number({ minimum: 0, maximum: 1 })
const crop = nullable(
  Type.Object(
    { x: share, y: share, width: share, height: share },
    {
      description:
        'The part to show, as shares of the width and height from the top left. It is cut out when the medium is published; the file stays whole.',
      ...closed,
    },
  ),
)
const name = Type.String({ minLength: 1, maxLength: 255, description: 'The name you give the file.' })

const publicUrl = nullable(
  Type.String({ format: 'uri', description: 'The public URL; null until the file is uploaded.' }),
)

const status = Type.Enum(['waiting', 'ready', 'rejected'])
const tag = Type.String({ minLength: 1, maxLength: longestTag })
export const keep = Type.Boolean({
  description:
    'Whether it stays although no post ever used it. Otherwise it is deleted 24 hours after its upload or last change; the operator may set another time.',
})
const aSize = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }))

/** The params of `/v1/media/{id}`. */
export const mediaParams = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'The id, the storage path or the public URL, percent-encoded or not.',
    }),
  },
  closed,
)

const media = Type.Object(
  {
    id,
    media_id: Type.String({ description: 'The storage path. Posts name it in `media`.' }),
    name: Type.String(),
    mime_type: Type.String(),
    size_bytes: Type.Integer({
      minimum: 1,
      description: 'While an import waits whose server did not say its size, this is what came so far.',
    }),
    received_bytes: Type.Integer({
      minimum: 0,
      description:
        'The bytes that have come in, noted each second while it is `waiting`; all of them once it is `ready`.',
    }),
    kind: Type.Enum(['image', 'gif', 'video', 'document'], { description: '`gif` is an animated GIF.' }),
    status,
    url: publicUrl,
    thumbnail_url: nullable(
      Type.String({
        format: 'uri',
        description:
          'A public URL for a small WebP of it, of an animation its first picture, of a video a frame; null until the file is uploaded, and for PDF. It answers 404 while the server lacks the program that videos or HEIC need.',
      }),
    ),
    width: pixels,
    height: pixels,
    duration_ms: nullable(Type.Integer({ minimum: 0 })),
    alt_text: Type.String(),
    focus,
    tags: Type.Array(Type.String()),
    keep: Type.Boolean({ description: 'Whether it stays although no post ever used it.' }),
    video,
    picture,
    pages: nullable(
      Type.Integer({ minimum: 0, description: 'The pages of a document, where they can be counted.' }),
    ),
    crop,
    created_at: time,
    object: Type.Object(
      {
        isDeleted: Type.Boolean({ description: 'Always false: a deleted medium is not shown.' }),
        url: publicUrl,
        size_bytes: Type.Integer({ minimum: 1 }),
        name: Type.String(),
      },
      { description: 'Facts of the file again, for programs that look for them here.', ...closed },
    ),
  },
  { title: 'Media', ...closed },
)

/** A medium with the posts that use it. */
const mediaDetail = Type.Object(
  {
    ...media.properties,
    used_in: Type.Object(
      {
        total: Type.Integer({ minimum: 0, description: 'How many posts use it, drafts too.' }),
        posts: Type.Array(Type.Object({ id, status: Type.Enum([...postStatuses]) }, closed), {
          description: 'The newest 20 of them. `listMedia` and `listPosts` find the others.',
        }),
      },
      closed,
    ),
    renditions: Type.Array(rendition, {
      description: 'The files that are made of it so that networks take it, the newest 20 first.',
    }),
  },
  { title: 'MediaDetail', ...closed },
)

const mediaId = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21/api/harbour-9f2c81aa.jpg'
const example = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30',
  media_id: mediaId,
  name: 'harbour.jpg',
  mime_type: 'image/jpeg',
  size_bytes: 482_113,
  received_bytes: 482_113,
  kind: 'image',
  status: 'ready',
  url: 'https://crier.example.org/media/5b0b8a2f6c1d4e7f9a3b2c1d0e9f8a7b.jpg',
  thumbnail_url: 'https://crier.example.org/media/5b0b8a2f6c1d4e7f9a3b2c1d0e9f8a7b.jpg/thumbnail',
  width: 1920,
  height: 1080,
  duration_ms: null,
  alt_text: 'Boats in the harbour at dawn',
  focus: { x: 0, y: 0.2 },
  tags: ['summer'],
  keep: false,
  video: null,
  picture: { frames: 1, has_alpha: false, color_space: 'srgb', bit_depth: 8, orientation: 1 },
  pages: null,
  crop: null,
  created_at: '2026-03-01T08:00:00.000Z',
  object: {
    isDeleted: false,
    url: 'https://crier.example.org/media/5b0b8a2f6c1d4e7f9a3b2c1d0e9f8a7b.jpg',
    size_bytes: 482_113,
    name: 'harbour.jpg',
  },
}

const createUpload = defineOperation({
  id: 'createUploadUrl',
  method: 'POST',
  audit: { none: 'A file reaches nobody before a post uses it, and the post is in the log.' },
  path: '/v1/media/create-upload-url',
  scope: 'write',
  kind: 'change',
  summary: 'Request an upload URL for one file',
  description:
    'PUT the bytes to `upload_url` within one hour, with the `headers` of this answer and without an API key. The first accepted upload uses the URL up; an upload that was refused or broke off may be repeated. Types: JPEG, PNG, WebP, GIF, AVIF, HEIC, MP4, QuickTime, WebM, PDF. A workspace has a quota of files and bytes: see getUsage.',
  body: Type.Object(
    {
      name,
      mime_type: Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          'Such as `image/jpeg`. Other names in use are taken too, such as `image/jpg`, `image/heif` and `video/x-m4v`; `headers` has the usual one.',
      }),
      size_bytes: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The exact number of bytes that will be sent.',
      }),
      sha256: Type.Optional(
        Type.String({
          pattern: '^[0-9a-fA-F]{64}$',
          description:
            'The SHA-256 of the file in hexadecimal digits. Bytes that have another are refused with `media_hash_mismatch`, and can be sent again.',
        }),
      ),
      keep: Type.Optional(keep),
    },
    closed,
  ),
  response: Type.Object(
    {
      upload_url: Type.String({ format: 'uri' }),
      media_id: media.properties.media_id,
      id,
      name: Type.String(),
      expires_at: time,
      method: Type.Literal('PUT'),
      headers: Type.Object({ 'Content-Type': Type.String() }, closed),
    },
    { title: 'UploadUrl', ...closed },
  ),
  bodyExample: { name: 'harbour.jpg', mime_type: 'image/jpeg', size_bytes: 482_113 },
  successExample: {
    upload_url:
      'https://crier.example.org/v1/media/uploads/0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30?media_id=5f0a4a3c1b20&workspace=0199b1c2&type=image%2Fjpeg&size=482113&expires=2026-03-01T09%3A00%3A00.000Z&signature=kX2f9Q',
    media_id: mediaId,
    id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30',
    name: 'harbour.jpg',
    expires_at: '2026-03-01T09:00:00.000Z',
    method: 'PUT',
    headers: { 'Content-Type': 'image/jpeg' },
  },
  run: (call, { body }) => createUploadUrl(call, body),
})

const list = defineOperation({
  id: 'listMedia',
  method: 'GET',
  path: '/v1/media',
  scope: 'read',
  kind: 'read',
  mayWait: true,
  summary: 'List media',
  description:
    'A medium is listed if all filters hold. A filter with several values holds if one of them does.',
  query: Type.Object(
    {
      ...pageQuery,
      sort: Type.Optional(
        Type.Enum([...mediaOrders], { description: 'The order; `newest` first by default.' }),
      ),
      type: Type.Optional(
        Type.Array(Type.String({ maxLength: 100 }), {
          maxItems: 20,
          description: 'Kinds (`image`, `gif`, `video`, `document`) or media types.',
        }),
      ),
      status: Type.Optional(Type.Array(status, { maxItems: 3 })),
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'Media whose name contains this text, ignoring case.',
        }),
      ),
      tag: Type.Optional(Type.Array(tag, { maxItems: 100, description: 'Media with one of these tags.' })),
      post_id: Type.Optional(
        Type.Array(Type.String({ maxLength: 100 }), {
          maxItems: 100,
          description: 'Media that these posts use.',
        }),
      ),
      unused: Type.Optional(
        Type.Boolean({ description: 'Media that no post uses; with `false`, media that a post uses.' }),
      ),
      keep: Type.Optional(Type.Boolean({ description: 'Media that are marked `keep`, or are not.' })),
      has_alt_text: Type.Optional(Type.Boolean({ description: 'Media with an alt text, or without.' })),
      min_size_bytes: aSize('Media of this size or larger.'),
      max_size_bytes: aSize('Media of this size or smaller.'),
      from: spanEnd('Created at this time or later.'),
      to: spanEnd('Created at this time or earlier. A date includes the whole day, in UTC.'),
    },
    closed,
  ),
  response: pageSchema(media),
  successExample: { data: [example], meta: { total: 1, offset: 0, limit: 10, next: null } },
  run: (call, { query, url }) => listMedia(call, query, url),
})

const get = defineOperation({
  id: 'getMedia',
  method: 'GET',
  path: '/v1/media/{id}',
  scope: 'read',
  kind: 'read',
  thing: 'medium',
  summary: 'Get one medium, the posts that use it, and the files that are made of it for networks',
  params: mediaParams,
  response: mediaDetail,
  successExample: {
    ...example,
    used_in: { total: 1, posts: [{ id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b50', status: 'scheduled' }] },
    renditions: [],
  },
  run: async (call, { params }) => {
    const medium = await getMedia(call, params.id)
    const renditions = await listRenditions(call, medium.id)
    return { ...medium, used_in: await listUses(call, medium.id), renditions: [...renditions] }
  },
})

const listTags = defineOperation({
  id: 'listMediaTags',
  method: 'GET',
  path: '/v1/media/tags',
  scope: 'read',
  kind: 'read',
  mayWait: true,
  summary: 'List the tags of media, the most used first',
  description: 'At most 1,000 tags, each with the number of media that have it.',
  response: Type.Object(
    { data: Type.Array(Type.Object({ tag: Type.String(), media: Type.Integer({ minimum: 1 }) }, closed)) },
    closed,
  ),
  successExample: { data: [{ tag: 'summer', media: 12 }] },
  run: async (call) => ({ data: (await listMediaTags(call)).map((each) => ({ ...each })) }),
})

const update = defineOperation({
  id: 'updateMedia',
  method: 'PATCH',
  audit: { action: 'medium.update', keeps: ['keep'] },
  path: '/v1/media/{id}',
  scope: 'write',
  kind: 'change',
  mayWait: true,
  thing: 'medium',
  summary: 'Change the name, alt text, focus, crop or tags of a medium, or whether it stays',
  params: mediaParams,
  body: Type.Object(
    {
      name: Type.Optional(name),
      alt_text: Type.Optional(
        Type.String({
          maxLength: 5_000,
          description: 'A description for people who cannot see the medium. Networks allow fewer characters.',
        }),
      ),
      focus: Type.Optional(focus),
      tags: Type.Optional(
        Type.Array(tag, { maxItems: mostTags, uniqueItems: true, description: 'All of its tags.' }),
      ),
      keep: Type.Optional(keep),
      crop: Type.Optional(crop),
    },
    closed,
  ),
  response: media,
  bodyExample: { alt_text: 'Boats in the harbour at dawn', focus: { x: 0, y: 0.2 } },
  successExample: example,
  run: (call, { params, body }) => updateMedia(call, params.id, body),
})

const remove = defineOperation({
  id: 'deleteMedia',
  method: 'DELETE',
  audit: 'medium.delete',
  path: '/v1/media/{id}',
  scope: 'write',
  kind: 'change',
  thing: 'medium',
  summary: 'Delete a medium that no post needs',
  description:
    'Its file and its public URL are gone at once. Drafts, and posts that may still be published, need their media: remove the medium from them first. Posts that are public or canceled keep their text and results, and name the medium as before.',
  params: mediaParams,
  problems: [409],
  response: deleted,
  successExample: { id: example.id, deleted: true, success: true },
  run: (call, { params }) => deleteMedia(call, params.id),
})

export const mediaOperations = [createUpload, list, listTags, get, update, remove]

export { example as mediaExample, media as mediaSchema, name as mediaName }
