import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { platformsQuery } from '../data/accounts.ts'
import { NeedsRole } from '../session/needs-role.tsx'
import { useSession } from '../session/session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { AttemptPage } from './attempt-page.tsx'
import { ChoosePlatform } from './choose-platform.tsx'
import { ConnectForm } from './connect-form.tsx'
import { ReconnectPage } from './reconnect-page.tsx'

/** Connecting an account: which network, how, and how it went. */
export function ConnectPage() {
  const { t } = useLingui()
  return (
    <NeedsRole
      least="admin"
      title={t`Connect account`}
      about={t`Connecting an account lets everybody in the workspace publish on it.`}
    >
      <Connect />
    </NeedsRole>
  )
}

function Connect() {
  const { t } = useLingui()
  const { platform: name } = useParams({ strict: false })
  const { attempt, account }: { readonly attempt?: unknown; readonly account?: unknown } = useSearch({
    strict: false,
  })
  const { data, error, refetch } = useQuery(platformsQuery(useSession()))
  if (data === undefined)
    return (
      <Page title={t`Connect account`}>
        {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  if (name === undefined) return <ChoosePlatform platforms={data} />
  const platform = data.find((each) => each.platform === name)
  if (platform === undefined)
    return (
      <Page title={t`Connect account`}>
        <EmptyState
          title={t`This server knows no network of this name.`}
          actions={<Link to="/accounts/connect">{t`All networks`}</Link>}
        />
      </Page>
    )
  if (typeof attempt === 'string') return <AttemptPage platform={platform} attempt={attempt} />
  if (typeof account === 'string') return <ReconnectPage platform={platform} account={account} />
  return (
    <Page
      title={t`Connect ${platform.name}`}
      lead={<Link to="/accounts/connect">{t`All networks`}</Link>}
      width="text"
    >
      <ConnectForm platform={platform} account={null} />
    </Page>
  )
}
