import type { Deletion } from '../../connections/callbacks/deletion-code.ts'
import { html } from '../../lib/html.ts'
import type { StreamAnswer } from '../stream-route.ts'
import { plainPage } from './plain-page.ts'

/** The page on which a person sees that their data were deleted. */
export function dataDeletionPage({
  network,
  askedAt,
}: Pick<Deletion, 'askedAt'> & { readonly network: string }): StreamAnswer {
  return plainPage(
    200,
    'Your data were deleted',
    html`<p>You asked ${network} on <time datetime="${askedAt.toISOString()}">${askedAt.toUTCString()}</time> to have your data deleted here.</p>
      <p>At that moment this server disconnected your accounts, stopped everything that waited to be published on them, and deleted
      their names and pictures. The access that it had is deleted within minutes.</p>
      <p>What was published at ${network} stays there until you delete it there. Texts and files that people of this server
      wrote and uploaded are theirs and stay here.</p>`,
  )
}
