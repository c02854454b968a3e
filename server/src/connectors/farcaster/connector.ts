import type { Connector } from '../connector.ts'
import { app } from './app.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByOwnKey, connectBySigner } from './connect.ts'
import { options } from './options.ts'
import { channelChoices, deletePosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'

/** Farcaster, through Neynar's API. README.md says how a cast is made once. */
export const farcaster: Connector = {
  platform: 'farcaster',
  name: 'Farcaster',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByOwnKey, connectBySigner],
  powers: [channelChoices, deletePosts, measurePosts],
  limits,
  // Neynar does not say from when it holds a key, nor for how long; an account's own casts can be listed.
  networkClass: () => ({ class: 'list', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
