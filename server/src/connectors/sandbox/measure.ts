import { isObject } from '../../lib/json/json.ts'
import type { Measured, MeasurePower } from '../connector.ts'
import { callFor, tokenOf } from './api.ts'

const figures = ['views', 'likes', 'comments'] as const

/** Reads the figures of posts, which the simulated network draws for each. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures,
  most: 50,
  rates: [{ per: 'account', calls: 60, everyMs: 60_000 }],
  refusal: () => null,
  measure: async (posts, _account, credentials, io) => {
    const ids = posts.map(({ remoteId }) => `id=${encodeURIComponent(remoteId)}`)
    const answer = await callFor(io, tokenOf(credentials), 'GET', `/figures?${ids.join('&')}`)
    const found = Array.isArray(answer.posts) ? answer.posts.filter(isObject) : []
    return posts.map(({ remoteId }) => {
      const post = found.find(({ id }) => id === remoteId)
      if (!post) return null
      const known = figures.map((figure) => [figure, post[figure]] as const)
      return Object.fromEntries(known.filter(([, count]) => typeof count === 'number')) as Measured
    })
  },
}
