import type { Io, Prepared, Step } from '../connector.ts'
import { quotaOfPosts, refuseOverQuota } from '../kit/graph/graph-quota.ts'
import { readObject } from '../kit/json-api.ts'
import {
  type MediaContainerNetwork,
  prepareContainers,
  readContainers,
} from '../kit/media/media-containers.ts'
import { callThreads, graph } from './api.ts'
import { containerNetwork } from './containers.ts'
import { readToken } from './settings.ts'

/** Makes the invisible container of the post, and waits until Threads has fetched and processed its media. @throws Failure */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const { items, post } = readContainers(step.artefacts)
  const network = containerNetwork(step, io)
  const isBegun = post !== null || items.length > 0
  return prepareContainers(step, io, isBegun ? network : withinQuota(network, step, io))
}

/** A network that makes nothing of a post for which the profile has no room today. */
function withinQuota(network: MediaContainerNetwork, step: Step, io: Io): MediaContainerNetwork {
  const asking =
    <Made>(create: (made: Made) => Promise<string>) =>
    async (made: Made) => {
      await askQuota(step, io)
      return create(made)
    }
  return { ...network, createPost: asking(network.createPost), createItem: asking(network.createItem) }
}

const quotaOfReplies = { usage: 'reply_quota_usage', config: 'reply_config' }

/** Source: developers.facebook.com/documentation/threads/troubleshooting. @throws Failure `rate_limited` */
function askQuota({ replyTo }: Step, io: Io): Promise<void> {
  const path = '/me/threads_publishing_limit'
  const token = readToken(io.credentials)
  return refuseOverQuota('Threads', replyTo ? quotaOfReplies : quotaOfPosts, async (query) =>
    readObject(graph.dialect, await callThreads({ path, query }, token, io)),
  )
}
