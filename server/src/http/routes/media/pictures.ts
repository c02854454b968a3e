import { serveCandidateAvatar } from '../../../connections/candidate-avatar.ts'
import type { Json } from '../../../lib/json/json.ts'
import { invalid } from '../../../lib/problem.ts'
import { getAvatar, serveAvatar } from '../../../media/avatars/serve-avatar.ts'
import { serveLinkPicture } from '../../../media/link-previews/serve-link-picture.ts'
import type { ServedPicture } from '../../../media/public-answer.ts'
import { serveThumbnail } from '../../../media/thumbnails/serve-thumbnail.ts'
import { defineStream, type StreamAnswer, type StreamRequest } from '../../stream-route.ts'

const problem = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const pictureResponses: Readonly<Record<string, Json>> = {
  200: {
    description: 'The picture.',
    content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
  },
  304: { description: 'The client already has the picture.' },
  503: problem('The server has no time to make the picture at the moment.'),
}

const thumbnail = defineStream({
  id: 'readThumbnail',
  method: 'GET',
  path: '/media/{name}/thumbnail',
  group: 'pages',
  authentication: 'none',
  mayWait: true,
  doc: {
    summary: 'Read the thumbnail of a medium',
    description:
      'A WebP of at most 512 pixels a side and 64 kB, of an animation its first picture, of a video a frame. It is drawn when it is first asked for. Take the address from `thumbnail_url`.',
    responses: { ...pictureResponses, 404: problem('There is nothing at this address.') },
  },
  run: async (context, request) =>
    toAnswer(
      request,
      await serveThumbnail(context, {
        publicName: request.params.name ?? '',
        ifNoneMatch: ifNoneMatchOf(request),
      }),
    ),
})

const avatar = defineStream({
  id: 'readAvatar',
  method: 'GET',
  path: '/avatars/{file}',
  group: 'pages',
  authentication: 'none',
  mayWait: true,
  doc: {
    summary: 'Read the picture of an account at its public URL',
    description:
      'A WebP of at most 256 pixels a side and 32 kB. Crier fetches it from the network when it is first asked for, when the profile gets another picture, and once a day. Take the address from `avatar_url`.',
    responses: { ...pictureResponses, 404: problem('There is no picture at this address.') },
  },
  run: async (context, request) =>
    toAnswer(
      request,
      await serveAvatar(context, { file: request.params.file ?? '', ifNoneMatch: ifNoneMatchOf(request) }),
    ),
})

const accountAvatar = defineStream({
  id: 'getSocialAccountAvatar',
  method: 'GET',
  path: '/v1/social-accounts/{id}/avatar',
  group: 'api',
  authentication: { scope: 'read' },
  mayWait: true,
  doc: {
    summary: 'Read the picture of a connected social account',
    description: 'The answer is the WebP that its `avatar_url` leads to.',
    responses: {
      ...pictureResponses,
      404: problem('There is no such account, or no picture of it.'),
      422: problem('The query means nothing here.'),
    },
  },
  run: async (context, request) => {
    refuseQuery(request.query)
    const asked = { accountId: request.params.id ?? '', ifNoneMatch: ifNoneMatchOf(request) }
    return toAnswer(request, await getAvatar(context, request.caller, asked))
  },
})

const candidateAvatar = defineStream({
  id: 'readCandidateAvatar',
  method: 'GET',
  path: '/avatars/candidates/{file}',
  group: 'pages',
  authentication: 'none',
  mayWait: true,
  doc: {
    summary: 'Read the picture of a profile that a sign-in offers',
    description:
      'Like the picture of an account, while there is a choice. Take the address from `avatar_url` of the candidate.',
    responses: { ...pictureResponses, 404: problem('There is no picture at this address.') },
  },
  run: async (context, request) =>
    toAnswer(
      request,
      await serveCandidateAvatar(context, {
        file: request.params.file ?? '',
        ifNoneMatch: ifNoneMatchOf(request),
      }),
    ),
})

const linkPicture = defineStream({
  id: 'readLinkPicture',
  method: 'GET',
  path: '/link-pictures/{file}',
  group: 'pages',
  authentication: 'none',
  mayWait: true,
  doc: {
    summary: 'Read the picture of the page of a link',
    description:
      'A WebP of at most 1200 pixels a side and 160 kB. Take the address from `picture_url` of `GET /v1/link-preview`.',
    responses: { ...pictureResponses, 404: problem('There is no picture at this address.') },
  },
  run: async (context, request) =>
    toAnswer(
      request,
      await serveLinkPicture(context, {
        file: request.params.file ?? '',
        ifNoneMatch: ifNoneMatchOf(request),
      }),
    ),
})

export const pictureStreams = [thumbnail, avatar, candidateAvatar, linkPicture, accountAvatar]

function refuseQuery(query: URLSearchParams): void {
  const problems = [...new Set(query.keys())].map((name) => ({
    pointer: `?${name}`,
    code: 'unknown_field',
    detail: `"${name.slice(0, 50)}" is not known here.`,
  }))
  if (problems.length > 0) throw invalid(problems)
}

function ifNoneMatchOf({ headers }: StreamRequest): string | null {
  const value = headers['if-none-match']
  return typeof value === 'string' ? value : null
}

function toAnswer({ method }: StreamRequest, { status, headers, body }: ServedPicture): StreamAnswer {
  const length: Record<string, string> = body === null ? {} : { 'content-length': String(body.length) }
  return { status, headers: { ...headers, ...length }, body: method === 'HEAD' ? null : body }
}
