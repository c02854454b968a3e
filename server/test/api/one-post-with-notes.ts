import type { Answer, House, Send } from '../house.ts'

/** A post on which tests write notes. */
export interface PostWithNotes {
  readonly id: string
  readonly path: string
  write(text: string, send?: Send & { more?: object }): Promise<Answer>
  /** The notes, the newest first. */
  list(query?: string, send?: Send): Promise<Answer>
}

/** A draft in the house that nobody has written about. */
export async function postWithNotes(
  house: House,
  account: string,
  more: object = {},
): Promise<PostWithNotes> {
  const body = { caption: 'The autumn bread list', social_accounts: [account], is_draft: true, ...more }
  const { id } = (await house.request('POST', '/v1/posts', { body })).json
  const path = `/v1/posts/${id}/notes`
  return {
    id,
    path,
    write: (text, { more: further = {}, ...send } = {}) =>
      house.request('POST', path, { body: { text, ...further }, ...send }),
    list: (query = '', send = {}) => house.request('GET', `${path}${query}`, send),
  }
}
