import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { everyone, useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import { useChangeBack } from '../use-change-back.ts'
import { shareAgain, withOwn } from '../variant.ts'
import styles from './editor.module.css'

/** How one account differs, with the way back to the shared words for each part. */
export function Differences({ account, name }: { readonly account: string; readonly name: string }) {
  const { t } = useLingui()
  const desk = useDesk()
  const changeBack = useChangeBack()
  const members = useSlice(desk.content, (content) => content.own[account])
  const words: Readonly<Record<string, string>> = {
    caption: t`text`,
    media: t`media`,
    thread: t`thread`,
    first_comment: t`first comment`,
    scheduled_at: t`time`,
  }
  const goBack = (member: string | null) => {
    const before = desk.content.read().own[account] ?? {}
    desk.content.change((content) =>
      member === null ? withOwn(content, account, {}) : shareAgain(content, account, member),
    )
    if (desk.content.read().own[account] === undefined)
      desk.view.change((view) => ({ ...view, variant: everyone }))
    toast({
      text: t`${name} uses the shared one again.`,
      undo: () => changeBack((content) => withOwn(content, account, before)),
    })
  }
  const names = Object.keys(members ?? {})
  return (
    <p className={styles.differences}>
      {t`Different for ${name}:`}{' '}
      {names.map((member, index) => (
        <Fragment key={member}>
          {index > 0 && ', '}
          {words[member] ?? member}
        </Fragment>
      ))}
      {names.map((member) => (
        <Button key={member} variant="subtle" size="compact-sm" onClick={() => goBack(member)}>
          {names.length === 1 ? t`Use the shared one again` : t`Share the ${words[member] ?? member} again`}
        </Button>
      ))}
    </p>
  )
}
