import type { Platform } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { humanize } from '../schema-form/read-schema.ts'
import { useServerWords } from '../schema-form/server-words.ts'

export type Way = Platform['ways'][number]

/** The name of a way to sign in at a network, for people. The only page to sign in on needs no name of its own. */
export function useWayName({ name: network, ways }: Platform): (way: Way) => string {
  const { t } = useLingui()
  const say = useServerWords()
  const accessWords = useAccessWords()
  const pages = ways.filter(({ kind }) => kind === 'redirect').length
  return ({ way, kind }) => {
    if (way === 'oauth' || (kind === 'redirect' && pages === 1)) return t`Sign in at ${network}`
    return kind === 'redirect' ? say(humanize(way)) : t`With ${accessWords(way)}`
  }
}

/** The thing that a form asks for, as it stands after "with": "an app password". */
export function useAccessWords(): (way: string) => string {
  const { t } = useLingui()
  const say = useServerWords()
  const named: Readonly<Record<string, string>> = {
    app_password: t({ message: 'an app password', context: 'with …' }),
    password: t({ message: 'a password', context: 'with …' }),
    token: t({ message: 'an access token', context: 'with …' }),
    bot_token: t({ message: 'the token of a bot', context: 'with …' }),
    webhook: t({ message: 'the address of a webhook', context: 'with …' }),
    secret_key: t({ message: 'a secret key', context: 'with …' }),
    address: t({ message: 'the address of a receiver', context: 'with …' }),
    own_key: t({ message: 'an API key of your own', context: 'with …' }),
    signer: t({ message: 'a signer', context: 'with …' }),
    community_key: t({ message: 'the key of a community', context: 'with …' }),
    name: t({ message: 'a name', context: 'with …' }),
  }
  return (way) => named[way] ?? say(humanize(way))
}
