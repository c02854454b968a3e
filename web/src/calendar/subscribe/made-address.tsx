import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { CodeBlock } from '../../ui/code-block.tsx'
import { DialogActions } from '../../ui/dialog.tsx'

interface MadeAddressProps {
  readonly url: string
  readonly onClose: () => void
}

/** Shows an address, the one time that it can be seen, and where it goes in calendar programs. */
export function MadeAddress({ url, onClose }: MadeAddressProps) {
  const { t } = useLingui()
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  const { hostname } = new URL(url)
  const isOfMachine = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return (
    <>
      <div className={card.stack}>
        <p ref={words} tabIndex={-1}>
          {t`Copy it now: it is shown this once. Anybody who has it reads the plan with the texts of all its posts, so share it with nobody.`}
        </p>
        <CodeBlock code={url} label={t`The calendar address`} wraps />
        {isOfMachine && (
          <p className={card.soft}>
            {t`It works in programs on this machine alone, because this server has no public address.`}
          </p>
        )}
        <details className={card.fold}>
          <summary>{t`Where it goes`}</summary>
          <dl className={card.stack}>
            {usePlaces().map(({ program, place }) => (
              <div key={program}>
                <dt>
                  <strong>{program}</strong>
                </dt>
                <dd className={card.soft}>{place}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      <DialogActions>
        <LinkButton variant="default" href={url.replace(/^https?:/, 'webcal:')}>
          {t`Open in a calendar program`}
        </LinkButton>
        <Button onClick={onClose}>{t`Done`}</Button>
      </DialogActions>
    </>
  )
}

/** The places at which programs ask for the address of a calendar. */
function usePlaces(): readonly { readonly program: string; readonly place: string }[] {
  const { t } = useLingui()
  return [
    {
      program: 'Google Calendar',
      place: t`On a computer: beside “Other calendars” press +, then “From URL”.`,
    },
    { program: 'Apple Calendar', place: t`File, New Calendar Subscription.` },
    { program: 'Outlook', place: t`Add calendar, Subscribe from web.` },
    { program: 'Thunderbird', place: t`New Calendar, On the Network; it asks for no user name.` },
  ]
}
