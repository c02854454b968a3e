import type { Json } from '../../lib/json/json.ts'
import type { CommitRequest, Step } from '../connector.ts'
import { pathOf } from './api.ts'
import { type Artefacts, readArtefacts } from './artefacts.ts'
import { readName } from './names.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'
import { blockOf, picturesInText, showsPicture, withBlock, wordsOf } from './words.ts'

/** The one request that makes a post or a comment. Pure. */
export function compose(step: Step): CommitRequest {
  const known = readArtefacts(step.artefacts)
  if (known.seen === null || known.media.length !== step.draft.media.length)
    throw new Error('This post is composed before it is prepared.')
  const [call, body] = step.replyTo ? ['comment', commentOf(step, known)] : ['post', postOf(step, known)]
  return {
    method: 'POST',
    url: `${readSettings(step.account).instance}${pathOf(call)}`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** Source: CreatePost in crates/api_common/src/post.rs. */
function postOf({ draft }: Step, known: Artefacts): Json {
  const { title, body } = wordsOf(draft)
  const { url, nsfw } = readChoices(draft)
  const text = withBlock(body, blockIn({ draft, replyTo: null }, known))
  const isPicture = showsPicture(draft, false)
  const link = isPicture ? (known.media[0]?.url ?? null) : url
  const altText = isPicture ? (draft.media[0]?.altText.toWellFormed().trim() ?? '') : ''
  return {
    name: title,
    community_id: known.communityId,
    ...(link === null ? {} : { url: link }),
    ...(text === '' ? {} : { body: text }),
    ...(altText === '' ? {} : { alt_text: altText }),
    ...(nsfw ? { nsfw } : {}),
    ...(known.languageId === null ? {} : { language_id: known.languageId }),
  }
}

/** Source: CreateComment in crates/api_common/src/comment.rs. */
function commentOf(step: Step, known: Artefacts): Json {
  const { draft, replyTo } = step
  if (!replyTo) throw new Error('A comment answers a post.')
  const parent = readName(replyTo.parent)
  return {
    post_id: readName(replyTo.root).id,
    ...(parent.kind === 'comment' ? { parent_id: parent.id } : {}),
    content: withBlock(draft.text.toWellFormed().trim(), blockIn(step, known)),
  }
}

/** The pictures that stand below the words, in Markdown. */
export function blockIn({ draft, replyTo }: Pick<Step, 'draft' | 'replyTo'>, { media }: Artefacts): string {
  const shown = media.map(({ url }, index) => ({ url, altText: draft.media[index]?.altText ?? '' }))
  return blockOf(picturesInText(shown, showsPicture(draft, replyTo !== null)))
}
