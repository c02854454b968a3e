import type { CommitRequest, Step } from '../connector.ts'
import { flag, writeCall } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readChoices } from './options.ts'
import { readPlace } from './own-posts.ts'
import { communityOf, isSignable } from './settings.ts'

/** The one call that makes a post, or the comment below it. Pure. Source: dev.vk.com/en/method/wall.post and /wall.createComment. */
export function compose(step: Step): CommitRequest {
  return step.part === 'first_comment' ? composeComment(step) : composePost(step)
}

function composePost({ key, account, draft, artefacts }: Step): CommitRequest {
  const { media } = readArtefacts(artefacts)
  if (media.length !== draft.media.length) throw new Error('This post is composed before it is prepared.')
  const choices = readChoices(draft.options)
  const { link, copyright } = choices
  const isCommunity = communityOf(account) !== null
  const attachments = [...media.map(({ attachment }) => attachment), ...(link === null ? [] : [link])]
  return writeCall('wall.post', {
    owner_id: account.externalId,
    from_group: flag(isCommunity),
    message: draft.text.trim() === '' ? null : draft.text,
    attachments: attachments.length === 0 ? null : attachments.join(','),
    signed: flag(choices.signed && isSignable(account)),
    friends_only: flag(choices.friendsOnly && !isCommunity),
    close_comments: flag(choices.closeComments),
    mute_notifications: flag(choices.muteNotifications && isCommunity),
    copyright,
    guid: key,
  })
}

function composeComment({ key, account, draft, replyTo }: Step): CommitRequest {
  const place = replyTo === null ? null : readPlace(replyTo.parent.remoteId)
  if (place === null) throw new Error('The post that this comment is for is not known.')
  return writeCall('wall.createComment', {
    owner_id: String(place.ownerId),
    post_id: String(place.postId),
    from_group: communityOf(account),
    message: draft.text,
    guid: `${key}-comment`,
  })
}
