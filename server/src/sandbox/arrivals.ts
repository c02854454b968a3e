import type { FeedArrival } from './read-feed.ts'

interface Became {
  readonly outcome: 'heard' | 'lost' | 'refused'
  readonly words: string
}

const knownByKey = 'Recognised by its key. Nothing new was published.'

/** Describes the outcome of a commit: answered, left without an answer, or refused. */
export function describeOutcome({ answer, post_id: postId, is_repeat: isRepeat }: FeedArrival): Became {
  switch (answer) {
    case '201':
      return {
        outcome: 'heard',
        words: isRepeat ? knownByKey : 'Published.',
      }
    case '202':
      return { outcome: 'heard', words: isRepeat ? knownByKey : 'Accepted, and public a little later.' }
    case '500':
      return { outcome: 'lost', words: 'Published, and answered with an error.' }
    case 'hung':
      return { outcome: 'lost', words: 'Published a little later, and never answered.' }
    case 'dropped':
      return postId === null
        ? { outcome: 'lost', words: 'The connection was closed before anything was done. Nothing is public.' }
        : { outcome: 'lost', words: 'Published, and the connection was closed without an answer.' }
    case '429 rate_limited':
      return { outcome: 'refused', words: 'Rate limited. Nothing is public.' }
    case '401 token_invalid':
      return { outcome: 'refused', words: 'Refused, because the token was revoked. Nothing is public.' }
    default:
      return { outcome: 'refused', words: `Refused (${answer}). Nothing is public.` }
  }
}
