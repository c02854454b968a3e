import sharp from 'sharp'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { FakeSignIn } from './fake-sign-in.ts'
import { beginUpload, receiveFile, saveDocument, savePhoto, saveVideo } from './fake-uploads.ts'
import {
  deleteComment,
  deletePost,
  editComment,
  editPost,
  listComments,
  listPosts,
  makeComment,
  makePost,
  showComment,
  showPosts,
} from './fake-wall.ts'
import {
  type Asked,
  badParameter,
  type Caller,
  type FakeCommunity,
  makeWorld,
  ok,
  readForm,
  refuse,
  type World,
} from './fake-world.ts'

/** Calls, as faults and the journal of calls name them. */
export const callOf = (method: string) => `POST /method/${method}`
export const publishing = callOf('wall.post')
export const listing = callOf('wall.get')
export const tokens = 'POST /oauth2/auth'

/** VK with two people, the first of whom has two communities. It refuses what its documentation says is refused. */
export interface FakeVk extends FakeServer {
  readonly signIn: FakeSignIn
  readonly world: World
}

interface Method {
  /** The tokens by which it can be called. Source: github.com/VKCOM/vk-api-schema, `access_token_type`. */
  readonly by: readonly Caller['kind'][]
  /** The permission that a person must have given for it. */
  readonly scope: string | null
  readonly parameters: readonly string[]
  answer(world: World, caller: Caller, asked: Asked): FakeAnswer | Promise<FakeAnswer>
}

const person: Method['by'] = ['user']
// The description names persons alone for `wall.post`; keys of communities are taken too, as github.com/gitroomhq/postiz-app/issues/1408 reports.
const writers: Method['by'] = ['user', 'group']
const readers: Method['by'] = ['user', 'service']

const methods: Readonly<Record<string, Method>> = {
  'users.get': { by: person, scope: null, parameters: ['fields'], answer: showPerson },
  'groups.get': {
    by: person,
    scope: 'groups',
    parameters: ['filter', 'extended', 'fields', 'count'],
    answer: listCommunities,
  },
  'groups.getById': {
    by: ['user', 'group', 'service'],
    scope: null,
    parameters: ['fields'],
    answer: showCommunity,
  },
  'groups.getTokenPermissions': { by: ['group'], scope: null, parameters: [], answer: showPermissions },
  'photos.getWallUploadServer': {
    by: person,
    scope: 'photos',
    parameters: ['group_id'],
    answer: (world, caller, asked) => beginUpload(world, caller, asked, 'photo'),
  },
  'photos.saveWallPhoto': {
    by: person,
    scope: 'photos',
    parameters: ['user_id', 'group_id', 'photo', 'server', 'hash', 'caption'],
    answer: savePhoto,
  },
  'docs.getWallUploadServer': {
    by: writers,
    scope: 'docs',
    parameters: ['group_id'],
    answer: (world, caller, asked) => beginUpload(world, caller, asked, 'doc'),
  },
  'docs.save': {
    by: writers,
    scope: 'docs',
    parameters: ['file', 'title'],
    answer: (world, _caller, asked) => saveDocument(world, asked),
  },
  'video.save': {
    by: person,
    scope: 'video',
    parameters: ['name', 'group_id', 'wallpost'],
    answer: saveVideo,
  },
  'wall.post': {
    by: writers,
    scope: 'wall',
    parameters: [
      ...['owner_id', 'from_group', 'message', 'attachments', 'signed', 'friends_only'],
      ...['close_comments', 'mute_notifications', 'copyright', 'guid'],
    ],
    answer: makePost,
  },
  'wall.createComment': {
    by: writers,
    scope: 'wall',
    parameters: ['owner_id', 'post_id', 'from_group', 'message', 'guid'],
    answer: makeComment,
  },
  'wall.get': { by: readers, scope: null, parameters: ['owner_id', 'filter', 'count'], answer: listPosts },
  'wall.getById': { by: readers, scope: null, parameters: ['posts'], answer: showPosts },
  'wall.getComments': {
    by: readers,
    scope: null,
    parameters: ['owner_id', 'post_id', 'sort', 'preview_length', 'count'],
    answer: listComments,
  },
  'wall.getComment': { by: person, scope: null, parameters: ['owner_id', 'comment_id'], answer: showComment },
  'wall.edit': {
    by: person,
    scope: 'wall',
    parameters: ['owner_id', 'post_id', 'message', 'attachments', 'signed', 'close_comments', 'copyright'],
    answer: editPost,
  },
  'wall.delete': { by: person, scope: 'wall', parameters: ['owner_id', 'post_id'], answer: deletePost },
  'wall.editComment': {
    by: person,
    scope: 'wall',
    parameters: ['owner_id', 'comment_id', 'message'],
    answer: editComment,
  },
  'wall.deleteComment': {
    by: person,
    scope: 'wall',
    parameters: ['owner_id', 'comment_id'],
    answer: deleteComment,
  },
}

export async function startFakeVk(redirectUris: readonly string[]): Promise<FakeVk> {
  const world = makeWorld()
  const signIn = new FakeSignIn(world, redirectUris)
  const avatar = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#0c9' } })
    .png()
    .toBuffer()
  const server = await startFakeServer({
    routes: {
      ...signIn.routes,
      'GET /avatars/:id': () => ({
        status: 200,
        json: null,
        bytes: { bytes: avatar, mimeType: 'image/png' },
      }),
      'POST /c856312/upload.php': (call) => receiveFile(world, call, 'photo'),
      'POST /c240331/upload_doc.php': (call) => receiveFile(world, call, 'file'),
      'POST /upload.do': (call) => receiveFile(world, call, 'video_file'),
      'POST /method/:id': (call, name) => answerMethod(world, signIn, call, name),
    },
    internalError: { error: { error_code: 10, error_msg: 'Internal server error', request_params: [] } },
  })
  signIn.oauth.issuer = server.url
  return { ...server, signIn, world }
}

function answerMethod(
  world: World,
  signIn: FakeSignIn,
  call: FakeCall,
  name: string,
): FakeAnswer | Promise<FakeAnswer> {
  const { v, ...asked } = readForm(call)
  if (v !== '5.199') throw refuse(8, 'Invalid request: v (version) is required')
  const method = methods[name]
  if (!method) throw refuse(3, 'Unknown method passed')
  const caller = signIn.admit(call)
  admitKind(method, caller)
  const stranger = Object.keys(asked).find((each) => !method.parameters.includes(each))
  if (stranger !== undefined) throw badParameter(`${stranger} is not known`)
  const isWriting = method.scope !== null
  if (world.isLimited && caller.kind === 'user' && isWriting)
    throw refuse(
      1_051,
      'Method is not available for this profile type: method is unavailable with current profile type',
    )
  if (world.isBlocking && isWriting) throw refuse(37, 'User was banned')
  return method.answer(world, caller, asked)
}

/** @throws FakeRefusal */
function admitKind({ by, scope }: Method, caller: Caller): void {
  if (!by.includes(caller.kind)) {
    if (caller.kind === 'group')
      throw refuse(27, 'Group authorization failed: method is unavailable with group auth.')
    if (caller.kind === 'service')
      throw refuse(28, 'Application authorization failed: method is unavailable with service token.')
    throw refuse(5, 'User authorization failed: method is unavailable with user auth.')
  }
  const held = caller.kind === 'user' ? caller.scopes : caller.kind === 'group' ? caller.permissions : []
  if (scope !== null && !held.includes(scope))
    throw refuse(15, 'Access denied: no access to call this method. It cannot be called with current scopes.')
}

const avatarOf = (id: number) => `https://sun9-1.userapi.com/avatars/${id}.png`

function showPerson(_world: World, caller: Caller, { fields = '' }: Asked): FakeAnswer {
  if (caller.kind !== 'user') throw refuse(113, 'Invalid user id')
  const { id, screenName, firstName, lastName } = caller.person
  const more = fields === '' ? {} : { screen_name: screenName, photo_200: avatarOf(id) }
  return ok([{ id, first_name: firstName, last_name: lastName, ...more }])
}

function listCommunities({ communities }: World, caller: Caller, asked: Asked): FakeAnswer {
  if (asked.extended !== '1' || asked.filter !== 'admin,editor') throw badParameter('filter')
  const own = communities.filter(
    ({ editors }) => caller.kind === 'user' && editors.includes(caller.person.id),
  )
  return ok({ count: own.length, items: own.map(describeCommunity) })
}

function showCommunity({ communities }: World, caller: Caller): FakeAnswer {
  const own = communities.find(({ id }) => caller.kind === 'group' && id === caller.communityId)
  if (!own) throw badParameter('group_ids is undefined')
  return ok({ groups: [describeCommunity(own)], profiles: [] })
}

function describeCommunity({ id, name, screenName, isClosed }: FakeCommunity) {
  return {
    id,
    name,
    screen_name: screenName,
    is_closed: Number(isClosed),
    type: 'group',
    photo_200: avatarOf(id),
  }
}

const settings: Readonly<Record<string, number>> = { photos: 4, wall: 8_192, docs: 131_072, manage: 262_144 }

function showPermissions(_world: World, caller: Caller): FakeAnswer {
  const permissions = caller.kind === 'group' ? caller.permissions : []
  const described = permissions.map((name) => ({ name, setting: settings[name] ?? 1 }))
  return ok({ mask: described.reduce((sum, { setting }) => sum + setting, 0), permissions: described })
}
