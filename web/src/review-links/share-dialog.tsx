import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { AccountChoice } from '../accounts/account-choice.tsx'
import { useProven } from '../session/fresh-proof.tsx'
import { isAtLeast, useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Form, faultAt, useAction } from '../ui/form.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useReadLinksAgain } from './link-queries.ts'

interface ShareDialogProps {
  /** The posts that the link shows; null: the person chooses here. */
  readonly posts: readonly string[] | null
  readonly onClose: () => void
}

interface Made {
  readonly url: string
  readonly recipient: string
  readonly expires_at: string
  readonly decides: boolean
}

/** Makes a link by which a client sees posts and decides about them, and shows it once. */
export function ShareDialog({ posts, onClose }: ShareDialogProps) {
  const { t } = useLingui()
  const [made, setMade] = useState<Made | null>(null)
  const title = made === null ? t`Share for review` : t`The link for ${made.recipient}`
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      {made === null ? (
        <NewLink posts={posts} onMade={setMade} onClose={onClose} />
      ) : (
        <MadeLink made={made} onClose={onClose} />
      )}
    </Dialog>
  )
}

const days = ['7', '30', '90', '365'] as const

interface NewLinkProps extends ShareDialogProps {
  readonly onMade: (made: Made) => void
}

function NewLink({ posts, onMade, onClose }: NewLinkProps) {
  const { t } = useLingui()
  const { api, workspace } = useSession()
  const proven = useProven()
  const readAgain = useReadLinksAgain()
  const mayPublish = isAtLeast(workspace.role, 'editor')
  const [recipient, setRecipient] = useState('')
  const [which, setWhich] = useState<Which>('waiting')
  const [accounts, setAccounts] = useState<readonly string[]>([])
  const [decides, setDecides] = useState(mayPublish)
  const [lasts, setLasts] = useState<string>('30')
  const making = useAction(async () => {
    const link = await proven(() =>
      api.reviewLinks.create({
        recipient: recipient.trim(),
        may_decide: decides,
        expires_in_seconds: Number(lasts) * 86_400,
        ...choiceOf(posts, which, accounts),
      }),
    )
    void readAgain()
    onMade(link)
  })
  const lengths = { 7: t`A week`, 30: t`30 days`, 90: t`90 days`, 365: t`A year` }
  return (
    <Form
      onSubmit={() => void making.start()}
      error={making.error}
      fields={['/recipient']}
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
      <p className={card.soft}>
        {posts === null
          ? t`Your client opens the link without an account and sees posts as each network will show them.`
          : plural(posts.length, {
              one: 'Your client opens the link without an account and sees this post as each network will show it, and nothing else of your workspace.',
              other:
                'Your client opens the link without an account and sees these # posts as each network will show them, and nothing else of your workspace.',
            })}
      </p>
      <TextInput
        label={t`Who gets it`}
        description={t`The client sees this name too.`}
        placeholder={t`Harbour Bakery`}
        maxLength={100}
        value={recipient}
        onChange={(event) => setRecipient(event.currentTarget.value)}
        error={faultAt(making.error, '/recipient')}
        data-autofocus
      />
      {posts === null && (
        <WhichPosts which={which} onWhich={setWhich} accounts={accounts} onAccounts={setAccounts} />
      )}
      <MayDecide checked={decides} isAllowed={mayPublish} onChange={setDecides} />
      <NativeSelect
        label={t`Works for`}
        value={lasts}
        onChange={(event) => setLasts(event.currentTarget.value)}
        data={days.map((each) => ({ value: each, label: lengths[each] }))}
      />
    </Form>
  )
}

interface MayDecideProps {
  readonly checked: boolean
  /** Whether the person may approve posts themselves. */
  readonly isAllowed: boolean
  readonly onChange: (checked: boolean) => void
}

function MayDecide({ checked, isAllowed, onChange }: MayDecideProps) {
  const { t } = useLingui()
  return (
    <label className={card.choice}>
      <input
        type="checkbox"
        checked={checked}
        disabled={!isAllowed}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {t`May approve posts and ask for changes`}
        <span>
          {isAllowed
            ? t`In your name, for posts that wait for approval. The name that they type is shown with it.`
            : t`Only somebody who may approve posts can let a client do so.`}
        </span>
      </span>
    </label>
  )
}

type Which = 'waiting' | 'accounts'

function choiceOf(posts: readonly string[] | null, which: Which, accounts: readonly string[]) {
  if (posts !== null) return { posts: [...posts] }
  if (which === 'waiting') return { waiting: true as const }
  return { filter: accounts.length === 0 ? {} : { social_account_ids: [...accounts] } }
}

interface WhichPostsProps {
  readonly which: Which
  readonly onWhich: (which: Which) => void
  readonly accounts: readonly string[]
  readonly onAccounts: (accounts: readonly string[]) => void
}

function WhichPosts({ which, onWhich, accounts, onAccounts }: WhichPostsProps) {
  const { t } = useLingui()
  const choices = [
    { id: 'waiting', label: t`The posts that wait for approval now`, words: t`Later ones are not in it.` },
    {
      id: 'accounts',
      label: t`The plan of some accounts, as it goes on`,
      words: t`Every post for them alone, from now on too. Drafts stay with you.`,
    },
  ] as const
  return (
    <>
      <fieldset className={card.choices}>
        <legend className={card.legend}>{t`Which posts`}</legend>
        {choices.map(({ id, label, words }) => (
          <label key={id} className={card.choice}>
            <input type="radio" name="which" checked={which === id} onChange={() => onWhich(id)} />
            <span>
              {label}
              <span>{words}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {which === 'accounts' && (
        <>
          <AccountChoice chosen={accounts} onChange={onAccounts} fault={undefined} />
          {accounts.length === 0 && (
            <p className={card.small}>{t`Without a choice the link shows the posts of all accounts.`}</p>
          )}
        </>
      )}
    </>
  )
}

function MadeLink({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  const { hostname } = new URL(made.url)
  const isOfMachine = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  const until = format.moment(made.expires_at)
  return (
    <>
      <div className={card.stack}>
        <p ref={words} tabIndex={-1}>
          {made.decides
            ? t`Copy it now: it is shown this once. Whoever has it sees these posts and decides about them, until ${until}.`
            : t`Copy it now: it is shown this once. Whoever has it sees these posts, until ${until}.`}
        </p>
        <CodeBlock code={made.url} label={t`The review link`} wraps />
        {isOfMachine && (
          <p className={card.soft}>
            {t`It works on this machine alone, because this server has no public address.`}
          </p>
        )}
      </div>
      <DialogActions>
        <LinkButton variant="default" href={made.url} target="_blank" rel="noreferrer">
          {t`See what they see`}
        </LinkButton>
        <Button onClick={onClose}>{t`Done`}</Button>
      </DialogActions>
    </>
  )
}
