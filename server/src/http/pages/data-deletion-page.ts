import type { Deletion } from '../../connections/callbacks/deletion-code.ts'
import { html } from '../../lib/html.ts'
import type { Speech } from '../../words/speech.ts'
import type { StreamAnswer } from '../stream-route.ts'
import { plainPage } from './plain-page.ts'

/** The page on which a person sees that their data were deleted. */
export function dataDeletionPage(
  speech: Speech,
  { network, askedAt }: Pick<Deletion, 'askedAt'> & { readonly network: string },
): StreamAnswer {
  const { say, text, moment } = speech
  const time = html`<time datetime="${askedAt.toISOString()}">${moment(askedAt)}</time>`
  return plainPage(
    200,
    text('Your data were deleted'),
    html`<p>${say('You asked {network} on {time} to have your data deleted here.', { network, time })}</p>
      <p>${say(
        'At that moment this server disconnected your accounts, stopped everything that waited to be published on them, and deleted their names and pictures. The access that it had is deleted within minutes.',
      )}</p>
      <p>${say(
        'Anything that was published at {network} stays there until you delete it there. Texts and files that people of this server wrote and uploaded are theirs and stay here.',
        { network },
      )}</p>`,
    { speech },
  )
}
