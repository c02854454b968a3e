import type { JsonObject } from '../../lib/json/json.ts'
import { cutText } from '../../lib/text/graphemes.ts'
import type { CommitRequest, Draft, Step } from '../connector.ts'
import { type Artefacts, readArtefacts } from './artefacts.ts'
import { origin } from './names.ts'
import { communityOf, kindOf, readChoices, wordsOf } from './options.ts'
import { readSettings } from './settings.ts'
import { mostCaptionLetters } from './warn.ts'

const timeoutMs = 60_000

/** The one request that makes a post or a comment. Pure. */
export function compose(step: Step): CommitRequest {
  const { userAgent } = readSettings(step.account)
  const { path, type, body } = step.replyTo ? commentOn(step.replyTo.parent.remoteId, step) : postOf(step)
  return {
    method: 'POST',
    url: `${origin}${path}?raw_json=1`,
    headers: { accept: 'application/json', 'content-type': type, 'user-agent': userAgent },
    body,
    timeoutMs,
  }
}

interface Composed {
  readonly path: string
  readonly type: string
  readonly body: string
}

function asForm(path: string, fields: Readonly<Record<string, string>>): Composed {
  const wellFormed = Object.entries(fields).map(([name, value]) => [name, value.toWellFormed()])
  const body = new URLSearchParams(Object.fromEntries(wellFormed)).toString()
  return { path, type: 'application/x-www-form-urlencoded', body }
}

/** Source: POST /api/comment at www.reddit.com/dev/api. */
function commentOn(fullName: string, { draft }: Step): Composed {
  return asForm('/api/comment', { api_type: 'json', thing_id: fullName, text: draft.text })
}

function postOf(step: Step): Composed {
  const known = readArtefacts(step.artefacts)
  const isVideo = kindOf(step.draft) === 'video'
  if (known.seen === null || known.media.length !== step.draft.media.length || (isVideo && !known.cover))
    throw new Error('This post is composed before it is prepared.')
  return kindOf(step.draft) === 'gallery' ? galleryOf(step, known) : simplePostOf(step, known)
}

/** Source: POST /api/submit at www.reddit.com/dev/api. By `resubmit` a link may stand there already, from anybody. */
function simplePostOf({ draft, account }: Step, { media, cover, flairId }: Artefacts): Composed {
  const { title, body } = wordsOf(draft)
  const { url, nsfw, spoiler, sendReplies } = readChoices(draft)
  const address = media[0]?.url ?? url
  return asForm('/api/submit', {
    api_type: 'json',
    sr: communityOf(draft, account),
    kind: kindOf(draft),
    title,
    ...(body === '' ? {} : { text: body }),
    ...(address === null ? {} : { url: address }),
    ...(cover === null ? {} : { video_poster_url: cover.url }),
    ...flairOf(draft, flairId),
    nsfw: String(nsfw),
    spoiler: String(spoiler),
    sendreplies: String(sendReplies),
    resubmit: 'true',
    validate_on_submit: 'true',
  })
}

/** Source: the call of PRAW, because it is not documented. */
function galleryOf({ draft, account }: Step, { media, flairId }: Artefacts): Composed {
  const { title, body } = wordsOf(draft)
  const { nsfw, spoiler, sendReplies } = readChoices(draft)
  const content: JsonObject = {
    api_type: 'json',
    sr: communityOf(draft, account),
    title: title.toWellFormed(),
    ...(body === '' ? {} : { text: body.toWellFormed() }),
    items: media.map(({ assetId }, index) => ({
      media_id: assetId,
      caption: cutText(draft.media[index]?.altText.trim() ?? '', mostCaptionLetters),
      outbound_url: '',
    })),
    ...flairOf(draft, flairId),
    nsfw,
    spoiler,
    sendreplies: sendReplies,
    show_error_list: true,
    validate_on_submit: true,
  }
  return { path: '/api/submit_gallery_post.json', type: 'application/json', body: JSON.stringify(content) }
}

/** A text beside an id takes the place of that of the flair. A text alone was the way to find the id. */
function flairOf(draft: Draft, found: string | null): Record<string, string> {
  const { flairId, flairText } = readChoices(draft)
  if (found === null) return {}
  return { flair_id: found, ...(flairId !== null && flairText !== null ? { flair_text: flairText } : {}) }
}
