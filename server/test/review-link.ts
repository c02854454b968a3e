import { expect } from 'vitest'
import type { Answer, House, Send } from './house.ts'

export const reviewLinksPath = '/v1/review-links'

/** Makes a review link by the API, as the holder of the key would. */
export async function makeReviewLink(house: Pick<House, 'request'>, body: object, send: Send = {}) {
  const { status, json } = await house.request('POST', reviewLinksPath, {
    ...send,
    body: { recipient: 'Harbour Bakery', ...body },
  })
  expect([status, json]).toEqual([200, expect.anything()])
  return { ...json, token: new URL(json.url).hash.slice(1) }
}

/** A client who has the secret of a link, on a page of the house and without an account. */
export function clientOf(house: Pick<House, 'request'>, token: string, headers: Record<string, string> = {}) {
  const send = (name: string, body: object): Promise<Answer> =>
    house.request('POST', `/app/review/${name}`, {
      key: null,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: { token, ...body },
    })
  const read = () => send('read', {})
  const post = async (index = 0) => (await read()).json.posts[index]
  return {
    read,
    post,
    send,
    /** Decides about the first post as it is now, unless said otherwise. */
    approve: async (more: object = {}) => {
      const { ref, seen } = await post()
      return send('approve', { ref, seen, name: 'Grace', ...more })
    },
    return: async (comment: string, more: object = {}) => {
      const { ref, seen } = await post()
      return send('return', { ref, seen, name: 'Grace', comment, ...more })
    },
  }
}
