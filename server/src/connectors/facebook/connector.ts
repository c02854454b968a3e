import type { Connector } from '../connector.ts'
import { graphVersionPower } from '../kit/graph.ts'
import { app } from './app.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByOauth, connectByToken } from './connect.ts'
import { isVideo, kindOf, options } from './options.ts'
import { deletePosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { settle } from './settle.ts'

/** Facebook Pages. README.md says how each kind of post is made once. */
export const facebook: Connector = {
  platform: 'facebook',
  name: 'Facebook',
  modes: ['live'],
  app,
  options,
  connect: [connectByOauth, connectByToken],
  powers: [graphVersionPower, deletePosts, measurePosts],
  limits,
  // A video stands in one post at most, and is known before it is published. Everything else can only be listed.
  networkClass: (_account, draft) => ({
    class: isVideo(kindOf(draft)) ? 'two_phase' : 'list',
    heldForMs: null,
  }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
