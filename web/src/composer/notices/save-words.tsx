import { ApiError } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { useTroubleWords } from '../../ui/trouble.tsx'
import { useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import { useProblemWords } from '../use-problem-words.ts'
import styles from './notices.module.css'

/** Where the words are: on the server, or only on this device. */
export function SaveWords() {
  const { t } = useLingui()
  const desk = useDesk()
  const format = useTimeFormat()
  const state = useSlice(desk.saver.keeping, (keeping) => keeping.state)
  const isDeviceFull = useSlice(desk.saver.keeping, (keeping) => keeping.isDeviceFull)
  const words = (() => {
    switch (state.kind) {
      case 'none':
        return ''
      case 'saving':
        return t`Saving…`
      case 'saved':
        return t`Saved ${format.time(state.at)}`
      case 'conflict':
      case 'gone':
      case 'device': {
        const needsAccount = state.kind === 'device' && state.why === 'no-account'
        if (isDeviceFull)
          return needsAccount
            ? t`Not saved: this browser keeps nothing. Choose an account, then your Crier keeps it.`
            : t`Not saved: this browser keeps nothing. Leave this page open.`
        return needsAccount
          ? t`Saved on this device. Choose an account, then your Crier keeps it too.`
          : t`Saved on this device`
      }
      case 'failed':
        return null
    }
  })()
  return (
    <p className={styles.saved} role="status" data-state={state.kind}>
      {words ?? <NotSaved error={state.kind === 'failed' ? state.error : null} />}
    </p>
  )
}

function NotSaved({ error }: { readonly error: unknown }) {
  const { t } = useLingui()
  const desk = useDesk()
  const { sentence } = useTroubleWords(error)
  const wordsOf = useProblemWords()
  const first = error instanceof ApiError ? error.errors[0] : undefined
  const why = first === undefined ? sentence : wordsOf(first)
  return (
    <>
      {t`Not saved: ${why}`}{' '}
      <Button variant="subtle" size="compact-sm" onClick={() => void desk.saver.save()}>
        {t`Try again`}
      </Button>
    </>
  )
}
