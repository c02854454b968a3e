import { asObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type Editable, type EditPower, Failure } from '../connector.ts'
import { unlessGone } from '../kit/graph/graph-posts.ts'
import { callerOf, callFacebook, isMissing } from './api.ts'
import { readChoices } from './options.ts'
import { mayDo } from './settings.ts'

/**
 * Changes the words of a post, a comment or a video that the app has published. Source:
 * developers.facebook.com/docs/graph-api/reference/page-post, /comment and /video, "Updating".
 */
export const editPosts: EditPower = {
  power: 'edit',
  options: [],
  refusal: ({ part, options }, account) => {
    if (part !== 'first_comment' && readChoices(options).placement === 'story')
      return 'A story on Facebook has no text that could be corrected.'
    const scope = part === 'first_comment' ? 'pages_manage_engagement' : 'pages_manage_posts'
    return mayDo(account, scope)
      ? null
      : sentence(
          'Correcting needs the permission {scope}, which was not given. Connect the Page again and allow it.',
          { scope },
        )
  },
  edit: async (edit, _account, credentials, io) => {
    const { post, text } = edit
    const caller = await callerOf(credentials, io)
    const path = `/${encodeURIComponent(post.remoteId)}`
    const json = { [isVideo(edit) ? 'description' : 'message']: text.toWellFormed() }
    const gone = {
      isUnseen: isMissing,
      read: () => callFacebook({ path, query: { fields: 'id' } }, caller, io),
    }
    const body = await unlessGone(gone, () => callFacebook({ method: 'POST', path, json }, caller, io))
    if (body === null) return 'gone'
    if (body.success === false) throw new Failure('unavailable', 'Facebook did not change the text.')
    return 'edited'
  },
}

/** A video has its own id, and remembers the post in which it is shown. */
function isVideo({ part, post }: Editable): boolean {
  return part !== 'first_comment' && asObject(post.reference)?.post_id !== undefined
}
