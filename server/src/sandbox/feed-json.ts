import { describeOutcome } from './arrivals.ts'
import { behaviorOf } from './behavior-words.ts'
import type { Feed, FeedArrival, FeedPost } from './read-feed.ts'

/** A feed as JSON. `base` is the address of the sandbox, such as `https://crier.example.org/sandbox`. */
export function feedJson({ profile, threads, arrivals }: Feed, base: string) {
  const at = `${base}/${profile.id}`
  return {
    profile: { name: profile.name, url: at, behavior: profile.behavior, ways: behaviorOf(profile) },
    data: threads.map((thread) => ({ posts: thread.map((post) => toPost(post, at)) })),
    arrivals: arrivals.map(toArrival),
  }
}

function toPost(post: FeedPost, at: string) {
  const { id, text, media, options, created_at: createdAt, edited_at: editedAt } = post
  const { poll, sensitive, language, channel = null, cover = null, reference = null } = options
  const mediumUrl = (mediumId: string) => `${at}/media/${mediumId}`
  return {
    id,
    url: `${at}/${id}`,
    text,
    media: media.map(({ id: mediumId, kind, alt_text: altText }) => {
      return { id: mediumId, kind, alt_text: altText, url: mediumUrl(mediumId) }
    }),
    poll: poll && { ...poll, options: [...poll.options] },
    is_sensitive: sensitive === true,
    language,
    channel,
    cover_url: cover === null ? null : mediumUrl(cover),
    post_result_id: reference,
    created_at: createdAt.toISOString(),
    edited_at: editedAt?.toISOString() ?? null,
  }
}

function toArrival(arrival: FeedArrival) {
  const { outcome, words } = describeOutcome(arrival)
  return {
    text: arrival.text,
    answer: arrival.answer,
    outcome,
    detail: words,
    post_id: arrival.is_visible ? arrival.post_id : null,
    post_result_id: arrival.reference,
    is_repeat: arrival.is_repeat,
    arrived_at: arrival.arrived_at.toISOString(),
  }
}
