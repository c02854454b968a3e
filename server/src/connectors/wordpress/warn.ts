import type { Draft, DraftProblem } from '../connector.ts'
import { readChoices } from './options.ts'

/** The things that a person may not expect, although the site takes the post. */
export function warn(draft: Draft): DraftProblem[] {
  return [...warnOfTitle(draft), ...warnOfPicture(draft), ...warnOfComment(draft)]
}

function warnOfTitle({ text, media, options }: Draft): DraftProblem[] {
  if (readChoices(options).title !== null) return []
  const pointer = '/options/title'
  if (text.trim() !== '') {
    const detail = 'The first line of the text is the title too. Set a title to have another one.'
    return [{ pointer, code: 'title_from_text', detail }]
  }
  if (media.some(({ altText }) => altText !== '')) return []
  return [{ pointer, code: 'title_missing', detail: 'This post has no title.' }]
}

function warnOfPicture({ media, options }: Draft): DraftProblem[] {
  const isShown = media.some(({ kind }) => kind === 'image' || kind === 'gif')
  if (readChoices(options).featuredImage === 'none' || isShown) return []
  const detail = 'There is no picture to be featured.'
  return [{ pointer: '/options/featured_image', code: 'option_unused', detail }]
}

/** Source: get_default_comment_status of WordPress, which is closed for pages. */
function warnOfComment({ options }: Draft): DraftProblem[] {
  const { type, firstComment, commentStatus } = readChoices(options)
  if (type !== 'page' || firstComment === null || commentStatus === 'open') return []
  const detail = 'Pages take no comments unless it is said: open the comments, or the first one is refused.'
  return [{ pointer: '/options/first_comment', code: 'comment_uncertain', detail }]
}
