import { type Html, html, timeOf } from './html.ts'
import type { FeedArrival } from './read-feed.ts'

/** What reached the network lately, heard of or not: a post whose answer was lost stands here all the same. */
export function arrivalsOf(arrivals: readonly FeedArrival[], at: string): Html | null {
  if (arrivals.length === 0) return null
  const fates = arrivals.map((arrival) => becameOf(arrival).fate)
  return html`<details class="arrivals">
    <summary><h2>What arrived</h2> <span>${countsOf(fates)}</span></summary>
    <p>Every request to publish that reached this network lately, also where its sender never heard an answer.</p>
    <ol>${arrivals.map((arrival) => arrivalOf(arrival, at))}</ol></details>`
}

function countsOf(fates: readonly Became['fate'][]): string {
  const lost = fates.filter((fate) => fate === 'lost').length
  const refused = fates.filter((fate) => fate === 'refused').length
  return [
    `the last ${fates.length}`,
    ...(lost > 0 ? [`${lost} without a good answer`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ')
}

function arrivalOf(arrival: FeedArrival, at: string): Html {
  const { fate, words } = becameOf(arrival)
  const link =
    arrival.post_id !== null && arrival.is_visible
      ? html` <a href="${at}/${arrival.post_id}">See the post</a>`
      : null
  return html`<li class="${fate}"><p><strong>${words}</strong>${link}</p>
    <p class="said" dir="auto">${arrival.text.trim() === '' ? 'No words, only media.' : beginningOf(arrival.text)}</p>
    <p class="small"><span>${timeOf(arrival.arrived_at)}</span>
      ${arrival.reference === null ? null : html`<span>post result <code>${arrival.reference}</code></span>`}</p></li>`
}

interface Became {
  readonly fate: 'heard' | 'lost' | 'refused'
  readonly words: string
}

const knownByKey = 'Known by its key: nothing new was published.'

/** In words, what became of it: its sender was answered, was left without an answer, or was refused. */
function becameOf({ answer, post_id: postId, is_repeat: isRepeat }: FeedArrival): Became {
  switch (answer) {
    case '201':
      return {
        fate: 'heard',
        words: isRepeat ? knownByKey : 'Published.',
      }
    case '202':
      return { fate: 'heard', words: isRepeat ? knownByKey : 'Accepted, to be public a little later.' }
    case '500':
      return { fate: 'lost', words: 'Published, and answered with an error.' }
    case 'hung':
      return { fate: 'lost', words: 'Published a little later, and never answered.' }
    case 'dropped':
      return postId === null
        ? { fate: 'lost', words: 'Hung up on before anything was done: nothing is public.' }
        : { fate: 'lost', words: 'Published, and hung up on without an answer.' }
    case '429 rate_limited':
      return { fate: 'refused', words: 'Asked to wait: nothing is public.' }
    case '401 token_invalid':
      return { fate: 'refused', words: 'Turned away, for its token has ended: nothing is public.' }
    default:
      return { fate: 'refused', words: `Refused (${answer}): nothing is public.` }
  }
}

const mostLetters = 140

function beginningOf(text: string): string {
  const letters = [...new Intl.Segmenter('en').segment(text.slice(0, mostLetters * 12))]
  const shown = letters.slice(0, mostLetters).map(({ segment }) => segment)
  return shown.length < letters.length || text.length > mostLetters * 12 ? `${shown.join('')}…` : text
}
