import { useLingui } from '@lingui/react/macro'
import { useWhomToAsk } from '../../data/people.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

/** In place of the composer, for somebody who may only look. */
export function NoWriter() {
  const { t } = useLingui()
  const who = useWhomToAsk(true)
  return (
    <Page title={t`New post`} width="text">
      <EmptyState
        title={t`Viewers can't write posts.`}
      >{t`Ask ${who} to make you an author or an editor.`}</EmptyState>
    </Page>
  )
}
