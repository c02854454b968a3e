import { type FakeServer, startFakeServer } from '../../kit/fakes/fake-server.ts'
import { joinChannel, listChannels, readChannel, testAccess } from './fake-channels.ts'
import { deleteMessage, listHistory, listReplies, postMessage, updateMessage } from './fake-chat.ts'
import { completeUpload, deleteFile, giveUploadUrl, readFile, takeFile } from './fake-files.ts'
import { FakeSignIn } from './fake-sign-in.ts'
import { createWorld, type FakeWorld } from './fake-world.ts'

/** The calls that make something public, as faults and the journal name them. */
export const publishing = 'publish'
/** The call that takes the bytes of a file. */
export const uploading = 'upload'

/** Slack with one workspace and one app. It refuses everything that its documentation says is refused. */
export interface FakeSlack extends FakeServer {
  readonly world: FakeWorld
  readonly signIn: FakeSignIn
}

export async function startFakeSlack(): Promise<FakeSlack> {
  const world = createWorld()
  const signIn = new FakeSignIn(world)
  const server = await startFakeServer({
    nameOf: (_method, path) => nameOf(path),
    routes: {
      [publishing]: (call) =>
        call.url.pathname === '/api/chat.postMessage'
          ? postMessage(world, call)
          : completeUpload(world, call),
      [uploading]: (call) => takeFile(world, call),
      '/oauth/v2/authorize': (call) => signIn.authorize(call),
      'oauth.v2.access': (call) => signIn.trade(call),
      'auth.test': (call) => testAccess(world, call),
      'conversations.list': (call) => listChannels(world, call),
      'conversations.info': (call) => readChannel(world, call),
      'conversations.join': (call) => joinChannel(world, call),
      'conversations.history': (call) => listHistory(world, call),
      'conversations.replies': (call) => listReplies(world, call),
      'chat.update': (call) => updateMessage(world, call),
      'chat.delete': (call) => deleteMessage(world, call),
      'files.getUploadURLExternal': (call) => giveUploadUrl(world, call),
      'files.info': (call) => readFile(world, call),
      'files.delete': (call) => deleteFile(world, call),
      '*': () => ({ status: 200, json: { ok: false, error: 'unknown_method' } }),
    },
    internalError: { ok: false, error: 'internal_error' },
  })
  return { ...server, world, signIn }
}

function nameOf(path: string): string {
  if (path.startsWith('/upload/v1/')) return uploading
  const method = path.replace(/^\/api\//, '')
  return ['chat.postMessage', 'files.completeUploadExternal'].includes(method) ? publishing : method
}
