import type { ConnectLink, Platform, SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { platformsQuery } from '../data/accounts.ts'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Form, faultAt, useAction } from '../ui/form.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { connectLinksQuery } from './account-queries.ts'
import { accountHandle } from './account-words.ts'

interface ConnectLinkDialogProps {
  /** The account that is to be connected again; null for a new one. */
  readonly account: SocialAccount | null
  readonly onClose: () => void
}

/** Makes a link for somebody else, and shows it. */
export function ConnectLinkDialog({ account, onClose }: ConnectLinkDialogProps) {
  const { t } = useLingui()
  const [made, setMade] = useState<ConnectLink | null>(null)
  const title =
    account === null ? t`A link to connect an account` : t`A link to reconnect ${accountHandle(account)}`
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      {made === null ? (
        <NewLink account={account} onMade={setMade} onClose={onClose} />
      ) : (
        <MadeLink link={made} onClose={onClose} />
      )}
    </Dialog>
  )
}

const days = ['1', '7', '30'] as const

interface NewLinkProps extends ConnectLinkDialogProps {
  readonly onMade: (link: ConnectLink) => void
}

function NewLink({ account, onMade, onClose }: NewLinkProps) {
  const { t } = useLingui()
  const session = useSession()
  const client = useQueryClient()
  const { data: platforms = [] } = useQuery(platformsQuery(session))
  const usable = platforms.filter((each) => canConnect(each, session.mode))
  const [some, setChosen] = useState<readonly string[] | null>(null)
  const [name, setName] = useState('')
  const [returnUrl, setReturnUrl] = useState('')
  const [lasts, setLasts] = useState<string>('7')
  const chosen = some ?? usable.map(({ platform }) => platform)
  const making = useAction(async () => {
    const link = await session.api.connectLinks.create({
      ...(account === null ? { platforms: chosen } : { social_account_id: account.id }),
      name: name.trim() || null,
      return_url: returnUrl.trim() || null,
      expires_in_seconds: Number(lasts) * 86_400,
    })
    void client.invalidateQueries({ queryKey: connectLinksQuery(session).queryKey })
    onMade(link)
  })
  const words = { 1: t`A day`, 7: t`A week`, 30: t`30 days` }
  return (
    <Form
      onSubmit={() => void making.start()}
      error={making.error}
      fields={['/name', '/return_url']}
      actions={
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" aria-disabled={making.isBusy}>
            {making.isBusy ? t`Making it…` : t`Make the link`}
          </Button>
        </DialogActions>
      }
    >
      {account === null && usable.length > 1 && (
        <NetworkChoice platforms={usable} chosen={chosen} onChange={setChosen} />
      )}
      <TextInput
        label={t`Who asks`}
        description={t`Shown to the person in place of the name of the workspace.`}
        placeholder={session.workspace.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultAt(making.error, '/name')}
      />
      <NativeSelect
        label={t`Works for`}
        value={lasts}
        onChange={(event) => setLasts(event.currentTarget.value)}
        data={days.map((each) => ({ value: each, label: words[each] }))}
      />
      <details className={card.fold} open={faultAt(making.error, '/return_url') !== undefined || undefined}>
        <summary>{t`More settings`}</summary>
        <TextInput
          label={t`Where the person goes afterwards`}
          description={t`An https address of yours. Empty: they see that it worked, and close the page.`}
          inputMode="url"
          autoCapitalize="none"
          value={returnUrl}
          onChange={(event) => setReturnUrl(event.currentTarget.value)}
          error={faultAt(making.error, '/return_url')}
        />
      </details>
    </Form>
  )
}

interface NetworkChoiceProps {
  readonly platforms: readonly Platform[]
  readonly chosen: readonly string[]
  readonly onChange: (next: readonly string[]) => void
}

function NetworkChoice({ platforms, chosen, onChange }: NetworkChoiceProps) {
  const { t } = useLingui()
  return (
    <fieldset className={card.choices}>
      <legend className={card.legend}>{t`Networks to choose from`}</legend>
      {platforms.map(({ platform, name }) => (
        <label key={platform} className={card.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(platform)}
            onChange={(event) => {
              const isOn = event.currentTarget.checked
              onChange(isOn ? [...chosen, platform] : chosen.filter((each) => each !== platform))
            }}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

function MadeLink({ link, onClose }: { readonly link: ConnectLink; readonly onClose: () => void }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <>
      <p ref={words} tabIndex={-1}>
        {t`Send it to the person whose account it is. It works once, until ${format.moment(link.expires_at)}.`}
      </p>
      {link.url !== null && <CodeBlock code={link.url} label={t`The link`} wraps />}
      <DialogActions>
        <Button onClick={onClose}>{t`Done`}</Button>
      </DialogActions>
    </>
  )
}

/** Whether accounts of a network can be connected here in this mode, in at least one way. */
export function canConnect(platform: Platform, mode: 'live' | 'test'): boolean {
  return platform.modes.includes(mode) && platform.ways.some(({ missing }) => missing.length === 0)
}
