import sharp from 'sharp'
import { type FakeServer, startFakeServer } from '../../kit/fakes/fake-server.ts'
import { createPost, deletePost, listPosts, showNotes } from './fake-posts.ts'
import { FakeSignIn } from './fake-sign-in.ts'
import {
  blogNamed,
  describeBlog,
  type FakePerson,
  harbourId,
  makeWorld,
  ok,
  type World,
} from './fake-world.ts'

/** The calls of the blog of the tests, as faults and the journal of calls name them. */
export const publishing = `POST /v2/blog/${harbourId}/posts`
export const listing = `GET /v2/blog/${harbourId}/posts`
export const tokens = 'POST /v2/oauth2/token'

/** Tumblr with two people, the first of whom has two blogs. It refuses what its documentation says is refused. */
export interface FakeTumblr extends FakeServer {
  readonly signIn: FakeSignIn
  readonly world: World
}

export async function startFakeTumblr(): Promise<FakeTumblr> {
  const world = makeWorld()
  const signIn = new FakeSignIn(world)
  const avatar = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#0c9' } })
    .png()
    .toBuffer()
  const server = await startFakeServer({
    routes: {
      ...signIn.routes,
      'GET /:id/s512x512.png': () => ({
        status: 200,
        json: null,
        bytes: { bytes: avatar, mimeType: 'image/png' },
      }),
      'GET /v2/user/info': (call) => ok({ user: describePerson(signIn.admit(call, 'basic')) }),
      'GET /v2/user/limits': (call) => ok({ user: describeLimits(signIn.admit(call, 'basic')) }),
      'GET /v2/blog/:id/info': (call, id) => {
        signIn.admit(call, 'basic')
        return ok({ blog: describeBlog(blogNamed(world, id)) })
      },
      'GET /v2/blog/:id/posts': (call, id) => {
        signIn.admit(call, 'basic')
        return listPosts(world, call, id)
      },
      'GET /v2/blog/:id/notes': (call, id) => {
        signIn.admit(call, 'basic')
        return showNotes(world, call, id)
      },
      'POST /v2/blog/:id/posts': (call, id) => createPost(world, signIn.admit(call, 'write'), call, id),
      'POST /v2/blog/:id/post/delete': (call, id) => deletePost(world, signIn.admit(call, 'write'), call, id),
    },
    internalError: { meta: { status: 500, msg: 'Internal Server Error' }, response: [] },
  })
  signIn.oauth.issuer = server.url
  return { ...server, signIn, world }
}

/** Source: github.com/tumblr/docs, api.md, `/user/info`. */
function describePerson({ name, blogs }: FakePerson) {
  const described = blogs.map((blog, index) => ({
    ...describeBlog(blog),
    primary: index === 0,
    followers: 12,
    tweet: 'N',
    type: 'public',
  }))
  return { name, following: 263, likes: 606, default_post_format: 'html', blogs: described }
}

const limits = { posts: 250, photos: 250, videos: 20, video_seconds: 3_600 }

/** Source: api.md, `/user/limits`. */
function describeLimits({ left }: FakePerson) {
  const resetAt = Math.ceil(Date.now() / 1_000) + 7_200
  const described = Object.entries(limits).map(([name, limit]) => [
    name,
    {
      description: `the number of ${name} a day`,
      limit,
      remaining: left[name as keyof typeof limits],
      reset_at: resetAt,
    },
  ])
  return {
    ...Object.fromEntries(described),
    follows: {
      description: 'the number of blogs you can follow per day',
      limit: 200,
      remaining: 199,
      reset_at: resetAt,
    },
  }
}
