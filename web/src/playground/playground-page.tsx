import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { useSearchParam } from '../ui/search-param.ts'
import { Segments } from '../ui/segments.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useMedia } from '../ui/use-media.ts'
import { Waiting } from '../ui/waiting.tsx'
import type { ApiOperation } from './api-document.ts'
import { OperationList } from './operation-list.tsx'
import { OperationView } from './operation-view.tsx'
import { operationsQuery } from './operations-query.ts'
import styles from './playground.module.css'
import { type Bench, type SentRequest, useBench } from './use-bench.ts'

/** Any operation of the API, tried from the browser. */
export function PlaygroundPage() {
  const { t } = useLingui()
  const bench = useBench()
  const { data: operations, error, refetch } = useQuery(operationsQuery)
  return (
    <Page
      title={t`Playground`}
      lead={t`Try any operation of the API as yourself, and copy the call.`}
      actions={
        <div className={styles.mode}>
          <Segments
            label={t`The data that requests go to`}
            choices={[
              { id: 'test', label: t`Test data` },
              { id: 'live', label: t`Live data` },
            ]}
            chosen={bench.mode}
            onChoose={bench.setMode}
          />
        </div>
      }
    >
      {bench.mode === 'live' && <LiveNote onBack={() => bench.setMode('test')} />}
      {operations !== undefined && <Workbench operations={operations} bench={bench} />}
      {operations === undefined &&
        (error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />)}
    </Page>
  )
}

function LiveNote({ onBack }: { readonly onBack: () => void }) {
  const { t } = useLingui()
  return (
    <div className={styles.live}>
      <strong>{t`Live: what you send here is real.`}</strong>
      <Button variant="default" onClick={onBack}>{t`Back to test data`}</Button>
    </div>
  )
}

interface WorkbenchProps {
  readonly operations: readonly ApiOperation[]
  readonly bench: Bench
}

/** The list and the operation beside it; where there is no room, one of them. */
function Workbench({ operations, bench }: WorkbenchProps) {
  const { t } = useLingui()
  const [id] = useSearchParam('operation')
  const navigate = useNavigate()
  const [hasAgreed, setAgreed] = useState(false)
  const [wasChosen, setChosen] = useState(false)
  const isNarrow = useMedia('(width < 1024px)')
  const operation = operations.find((each) => each.id === id)
  const last = useRef<string | null>(null)
  useEffect(() => {
    last.current = isNarrow ? id : null
  }, [isNarrow, id])
  const show = (sent: SentRequest) => {
    bench.show(sent)
    setChosen(true)
    if (sent.operation.id !== id)
      void navigate({ to: '/build/playground', search: { operation: sent.operation.id } as never })
  }
  return (
    <div className={styles.workbench}>
      {(!isNarrow || id === null) && (
        <OperationList
          operations={operations}
          chosen={id}
          onChoose={() => setChosen(true)}
          cameFrom={last.current}
        />
      )}
      {isNarrow && id !== null && (
        <p>
          <Link to="/build/playground" className={styles.back}>
            {t`All operations`}
          </Link>
        </p>
      )}
      {operation !== undefined && (
        <OperationView
          key={operation.id}
          operation={operation}
          bench={bench}
          hasAgreed={hasAgreed}
          onAgree={() => setAgreed(true)}
          onShow={show}
          takesFocus={wasChosen}
        />
      )}
      {operation === undefined && (!isNarrow || id !== null) && (
        <NothingChosen isUnknown={id !== null} operations={operations} />
      )}
    </div>
  )
}

/** Operations that need nothing and show the most. */
const begun = ['getMe', 'listSocialAccounts', 'createPost']

function NothingChosen({
  isUnknown,
  operations,
}: {
  readonly isUnknown: boolean
  readonly operations: readonly ApiOperation[]
}) {
  const { t } = useLingui()
  return (
    <EmptyState
      title={isUnknown ? t`This server has no such operation.` : t`Choose an operation.`}
      actions={operations
        .filter(({ id }) => begun.includes(id))
        .map(({ id, method, path }) => (
          <Link
            key={id}
            to="/build/playground"
            search={{ operation: id } as never}
            className={`${card.chip} ${styles.begin}`}
          >
            {method} {path}
          </Link>
        ))}
    >
      {!isUnknown &&
        t`It is sent with your own rights, to test data unless you switch. These are good to begin with.`}
    </EmptyState>
  )
}
