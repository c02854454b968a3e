import type { Html } from '../../lib/html.ts'
import type { Speech } from '../../words/speech.ts'

const known: Readonly<Record<string, string>> = {
  app_password: 'an app password',
  password: 'a password',
  token: 'an access token',
  bot_token: 'the token of a bot',
  webhook: 'the address of a webhook',
  secret_key: 'a secret key',
  address: 'the address of a receiver',
  own_key: 'an API key of your own',
  signer: 'a signer',
  community_key: 'the key of a community',
  name: 'a name',
}

/** The thing that a way to sign in asks for, as it stands after "with". */
export function accessWords(way: string): string {
  return known[way] ?? way.replaceAll('_', ' ')
}

/** Says that thing in the language of a page. */
export function sayAccess({ tell }: Speech, way: string): Html {
  return tell(accessWords(way))
}
