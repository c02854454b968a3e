import { type FakeServer, startFakeServer } from '../../kit/fakes/fake-server.ts'
import {
  listJoined,
  makeCommunities,
  searchCommunities,
  showAbout,
  showFlairs,
  showRequirements,
} from './fake-communities.ts'
import { listComments, listSubmitted, showMe, showThings } from './fake-lists.ts'
import { leaseAsset, storeFile } from './fake-media.ts'
import { comment, deleteThing, editText, submit, submitGallery } from './fake-posts.ts'
import { FakeSignIn } from './fake-sign-in.ts'
import { type FakePerson, makePeople, type World } from './fake-world.ts'

/** The calls that make something public, as faults and the journal of calls name them. */
export const publishing = 'POST /api/submit'
export const publishingGallery = 'POST /api/submit_gallery_post.json'
export const commenting = 'POST /api/comment'
export const leasing = 'POST /api/media/asset.json'
export const uploading = 'POST /'

/** Reddit with two people, some communities and the storage to which files go. It refuses what its documentation says is refused. */
export interface FakeReddit extends FakeServer {
  readonly signIn: FakeSignIn
  readonly world: World
  readonly harbour: FakePerson
  readonly tide: FakePerson
}

export async function startFakeReddit(): Promise<FakeReddit> {
  const people = makePeople()
  const signIn = new FakeSignIn([people.harbour, people.tide])
  const world: World = {
    communities: makeCommunities(),
    assets: [],
    posts: [],
    comments: [],
    processMs: 0,
    isFailing: false,
    access: (call, scope) => signIn.admit(call, scope),
  }
  const server = await startFakeServer({
    routes: {
      ...signIn.routes,
      [publishing]: (call) => submit(world, call),
      [publishingGallery]: (call) => submitGallery(world, call),
      [commenting]: (call) => comment(world, call),
      [leasing]: (call) => leaseAsset(world, call),
      [uploading]: (call) => storeFile(world, call),
      'POST /api/del': (call) => deleteThing(world, call),
      'POST /api/editusertext': (call) => editText(world, call),
      'GET /api/v1/me': (call) => showMe(world, call),
      'GET /api/info': (call) => showThings(world, call),
      'GET /user/:id/submitted': (call, name) => listSubmitted(world, call, name),
      'GET /user/:id/comments': (call, name) => listComments(world, call, name),
      'GET /r/:id/about': (call, name) => showAbout(world, call, name),
      'GET /r/:id/api/link_flair_v2': (call, name) => showFlairs(world, call, name),
      'GET /api/v1/:id/post_requirements': (call, name) => showRequirements(world, call, name),
      'GET /subreddits/mine/subscriber': (call) => listJoined(world, call),
      'GET /subreddits/search': (call) => searchCommunities(world, call),
    },
    internalError: { message: 'Internal Server Error', error: 500 },
  })
  signIn.oauth.issuer = server.url
  return { ...server, ...people, signIn, world }
}
