import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'

/** An address that leads nowhere. */
export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`There is no such page`}
      lead={t`The address may have been mistyped, or the page was moved.`}
      width="text"
    >
      <p>
        <Link to="/calendar">{t`Go to the calendar`}</Link>
      </p>
    </Page>
  )
}
