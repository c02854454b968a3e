import type { Connector } from '../connector.ts'
import { behaviorPower } from './behavior.ts'
import { check, limits } from './check.ts'
import { channelChoices } from './choices.ts'
import { connectByName } from './connect.ts'
import { deletePosts } from './delete.ts'
import { editPosts } from './edit.ts'
import { measurePosts } from './measure.ts'
import { networkClassOf } from './network-class.ts'
import { options } from './options.ts'
import { preview } from './preview.ts'
import { commit, compose, prepare } from './publishing.ts'
import { settle } from './settle.ts'
import { connectByOauth } from './sign-in.ts'

/** The network inside Crier. README.md lists its behaviours. */
export const sandbox: Connector = {
  platform: 'sandbox',
  name: 'Sandbox',
  modes: ['live', 'test'],
  app: null,
  options,
  preview,
  connect: [connectByName, connectByOauth],
  powers: [behaviorPower, channelChoices, deletePosts, editPosts, measurePosts],
  limits: () => limits,
  networkClass: networkClassOf,
  check,
  prepare,
  compose,
  commit,
  settle,
}
