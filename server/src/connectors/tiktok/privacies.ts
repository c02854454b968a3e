import { type Sentence, word } from '../../lib/text/sentence.ts'

/**
 * Who can see a post: our word, and TikTok's. An account is offered some of them.
 * Source: developers.tiktok.com/doc/content-posting-api-reference-query-creator-info.
 */
export const levels = {
  public: 'PUBLIC_TO_EVERYONE',
  followers: 'FOLLOWER_OF_CREATOR',
  friends: 'MUTUAL_FOLLOW_FRIENDS',
  private: 'SELF_ONLY',
} as const

export type Privacy = keyof typeof levels

export const privacies = Object.keys(levels) as readonly Privacy[]

export const privacyNames: Readonly<Record<Privacy, Sentence>> = {
  public: word('Everyone'),
  followers: word('Followers'),
  friends: word('Friends, who follow each other'),
  private: word('Only you'),
}

export function isPrivacy(text: string | null): text is Privacy {
  return text !== null && Object.hasOwn(levels, text)
}

/** Our word for a level of TikTok's; null for one that is not known. */
export function privacyOf(level: unknown): Privacy | null {
  return privacies.find((privacy) => levels[privacy] === level) ?? null
}
