import type { Connector } from '../connector.ts'
import { app } from './app.ts'
import { check, limits } from './check.ts'
import { commit, compose } from './commit.ts'
import { isVideo, options } from './options.ts'
import { measurePosts, photoProof, privacyChoices } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'
import { connectByOauth } from './sign-in.ts'

/** TikTok. README.md says how it is made to publish once. */
export const tiktok: Connector = {
  platform: 'tiktok',
  name: 'TikTok',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByOauth],
  powers: [privacyChoices, measurePosts, photoProof],
  limits,
  // An upload makes one video, with its last byte. Nothing stops a second post of photos, and nothing is certain to show the first.
  networkClass: (_account, draft) => ({ class: isVideo(draft) ? 'two_phase' : 'blind', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
