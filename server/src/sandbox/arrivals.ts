import { type Html, html } from '../lib/html.ts'
import { timeOf } from './html.ts'
import type { FeedArrival } from './read-feed.ts'

/** Renders the commits that reached the network lately, including those whose answer was lost. */
export function arrivalsOf(arrivals: readonly FeedArrival[], at: string): Html | null {
  if (arrivals.length === 0) return null
  const outcomes = arrivals.map((arrival) => becameOf(arrival).outcome)
  return html`<details class="arrivals">
    <summary><h2>What arrived</h2> <span>${countsOf(outcomes)}</span></summary>
    <p>Every request to publish that reached this network lately, also where its sender never heard an answer.</p>
    <ol>${arrivals.map((arrival) => arrivalOf(arrival, at))}</ol></details>`
}

function countsOf(outcomes: readonly Became['outcome'][]): string {
  const lost = outcomes.filter((outcome) => outcome === 'lost').length
  const refused = outcomes.filter((outcome) => outcome === 'refused').length
  return [
    `the last ${outcomes.length}`,
    ...(lost > 0 ? [`${lost} without a good answer`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ')
}

function arrivalOf(arrival: FeedArrival, at: string): Html {
  const { outcome, words } = becameOf(arrival)
  const link =
    arrival.post_id !== null && arrival.is_visible
      ? html` <a href="${at}/${arrival.post_id}">See the post</a>`
      : null
  return html`<li class="${outcome}"><p><strong>${words}</strong>${link}</p>
    <p class="said" dir="auto">${arrival.text.trim() === '' ? 'No words, only media.' : beginningOf(arrival.text)}</p>
    <p class="small"><span>${timeOf(arrival.arrived_at)}</span>
      ${arrival.reference === null ? null : html`<span>post result <code>${arrival.reference}</code></span>`}</p></li>`
}

interface Became {
  readonly outcome: 'heard' | 'lost' | 'refused'
  readonly words: string
}

const knownByKey = 'Recognised by its key. Nothing new was published.'

/** Describes the outcome of a commit: answered, left without an answer, or refused. */
function becameOf({ answer, post_id: postId, is_repeat: isRepeat }: FeedArrival): Became {
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

const mostLetters = 140

function beginningOf(text: string): string {
  const letters = [...new Intl.Segmenter('en').segment(text.slice(0, mostLetters * 12))]
  const shown = letters.slice(0, mostLetters).map(({ segment }) => segment)
  return shown.length < letters.length || text.length > mostLetters * 12 ? `${shown.join('')}…` : text
}
