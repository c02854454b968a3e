import type { ConnectAttempt, Platform, SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { type Filled, SchemaForm } from '../schema-form/schema-form.tsx'
import { app } from '../session/clients.ts'
import { useProven } from '../session/fresh-proof.tsx'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Form, useAction } from '../ui/form.tsx'
import { faultsIn } from '../ui/say-problem.ts'
import { accountHandle } from './account-words.ts'
import { GuideLink } from './guide-link.tsx'
import { useWayName, type Way } from './way-words.ts'

interface ConnectFormProps {
  readonly platform: Platform
  /** The account that is connected again; null for a new one. */
  readonly account: SocialAccount | null
}

/** Asks how one signs in and what must be known for it, and begins the sign-in. */
export function ConnectForm({ platform, account }: ConnectFormProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const wayName = useWayName(platform)
  const ready = platform.ways.filter(({ missing }) => missing.length === 0)
  const known = ready.find(({ way }) => way === account?.way)
  const [chosen, setChosen] = useState<string | null>(null)
  const way = ready.find((each) => each.way === chosen) ?? known ?? ready[0]
  if (way === undefined) return <Missing platform={platform} />
  return (
    <section className={card.card} aria-label={t`Sign-in`}>
      {ready.length > 1 && (
        <fieldset className={card.choices}>
          <legend className={card.legend}>{t`How`}</legend>
          {ready.map((each) => (
            <label key={each.way} className={card.choice}>
              <input
                type="radio"
                name="way"
                checked={each.way === way.way}
                onChange={() => setChosen(each.way)}
              />
              {wayName(each)}
            </label>
          ))}
        </fieldset>
      )}
      <WayForm key={way.way} platform={platform} way={way} account={account} />
      <p>
        <GuideLink platform={platform} />
      </p>
      <p className={card.small}>
        {t`Everybody who may publish in ${workspace.name} can then publish as this account. You can disconnect it at any time.`}
      </p>
    </section>
  )
}

interface WayFormProps extends ConnectFormProps {
  readonly way: Way
}

function WayForm({ platform, way, account }: WayFormProps) {
  const { t } = useLingui()
  const [fields, setFields] = useState<Filled>(() => defaultsOf(way))
  const begin = useBegin({ platform, way, account })
  const beginning = useAction(() => begin(fields))
  const { error } = beginning
  const problems = faultsIn(error)
  const act =
    account !== null
      ? t`Reconnect ${accountHandle(account)}`
      : way.kind === 'redirect'
        ? t`Continue to ${platform.name}`
        : t`Connect`
  return (
    <Form
      onSubmit={() => void beginning.start()}
      error={error}
      fields={problems.map(({ pointer }) => pointer).filter((pointer) => pointer.startsWith('/fields'))}
      actions={
        <Button type="submit" aria-disabled={beginning.isBusy}>
          {beginning.isBusy ? t`Connecting…` : act}
        </Button>
      }
    >
      <SchemaForm
        schema={way.fields}
        value={fields}
        onChange={setFields}
        problems={problems}
        at="/fields"
        fold={t`More settings`}
      />
    </Form>
  )
}

/** Begins a sign-in: a form connects at once, any other way leads to the network in this tab. */
function useBegin({ platform, way, account }: WayFormProps): (fields: Filled) => Promise<void> {
  const { api } = useSession()
  const proven = useProven()
  const navigate = useNavigate()
  return async (fields) => {
    const asked = { way: way.way, fields: { ...fields } }
    const attempt: ConnectAttempt = await proven(() =>
      account === null
        ? api.socialAccounts.connect({ platform: platform.platform, ...asked })
        : api.socialAccounts.reconnect(account.id, asked),
    )
    if (attempt.status === 'waiting') {
      const { url } = await app.connectAttempts.continue(attempt.id)
      location.assign(url)
      return
    }
    await navigate({
      to: '/accounts/connect/$platform',
      params: { platform: platform.platform },
      search: { attempt: attempt.id } as never,
      replace: true,
    })
  }
}

/** The things that this server lacks before anybody can connect an account there. */
function Missing({ platform }: { readonly platform: Platform }) {
  const { t } = useLingui()
  const missing = platform.ways.flatMap((way) => way.missing)
  // Several ways may lack an app, each with other variables, which the guide has for all of them.
  const details = new Set(missing.flatMap(({ code, detail }) => (code === 'app' ? [] : [detail])))
  return (
    <section className={card.card} aria-label={t`What is missing`}>
      <h2>{t`Not ready on this server`}</h2>
      {missing.some(({ code }) => code === 'app') && (
        <p>{t`${platform.name} needs an app of this server's operator. The guide has the steps.`}</p>
      )}
      {[...details].map((detail) => (
        <p key={detail}>{translateServerSentence(detail)}</p>
      ))}
      <p>
        <GuideLink platform={platform} />
      </p>
      <p>
        <Link to="/settings/networks">{t`Set the credentials of networks`}</Link>
      </p>
    </section>
  )
}

/** The values that a form begins with: those that the schema proposes for what must be filled in. */
function defaultsOf({ fields }: Way): Filled {
  const { properties, required } = fields
  if (typeof properties !== 'object' || properties === null || !Array.isArray(required)) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, each]: [string, unknown]) => {
      const isProposed = typeof each === 'object' && each !== null && 'default' in each
      return isProposed && required.includes(name) ? [[name, each.default]] : []
    }),
  )
}
