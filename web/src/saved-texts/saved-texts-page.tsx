import type { SavedText } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePlatformsByName } from '../data/accounts.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { NetworkMark } from '../ui/network-mark.tsx'
import { Page } from '../ui/page.tsx'
import { sayThrown } from '../ui/say-problem.ts'
import { SearchField } from '../ui/search-field.tsx'
import { useSearchParam } from '../ui/search-param.ts'
import { toast } from '../ui/toasts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useOpener } from '../ui/use-opener.ts'
import { Waiting } from '../ui/waiting.tsx'
import { findTexts } from './find-texts.ts'
import { savedTextsQuery, useSavedTextsChanged } from './saved-text-queries.ts'
import styles from './saved-texts.module.css'
import { TextDialog } from './text-dialog.tsx'

const fresh = { name: '', text: '', platforms: [] }

/** The texts that the workspace puts into its posts again and again. */
export function SavedTextsPage() {
  const { t } = useLingui()
  const session = useSession()
  const { data, error, refetch } = useQuery(savedTextsQuery(session))
  const [begun, setBegun] = useSearchParam('new')
  const mayWrite = isAtLeast(session.workspace.role, 'author')
  const isAdding = begun !== null && mayWrite
  const opener = useOpener(isAdding)
  const add = (
    <Button
      ref={opener}
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => setBegun('')}
    >
      {t`New saved text`}
    </Button>
  )
  const isEmpty = data?.length === 0
  return (
    <Page
      title={t`Saved texts`}
      lead={t`What you write again and again, kept once. Type / in a post to put it in.`}
      width="text"
      actions={mayWrite && !isEmpty && data !== undefined && add}
    >
      {data === undefined &&
        (error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />)}
      {isEmpty && (
        <EmptyState title={t`No saved texts yet.`} actions={mayWrite && add}>
          {mayWrite
            ? t`A group of hashtags, a signature, a legal line, the frame of a weekly post: save it here, then type / in any post, or select words there and save them.`
            : t`Authors and editors save hashtags, signatures and the like here. Ask one of them to begin.`}
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && <Texts texts={data} mayWrite={mayWrite} />}
      {isAdding && <TextDialog first={fresh} onClose={() => setBegun(null)} />}
    </Page>
  )
}

// A short list is read sooner than searched.
const fewTexts = 6

interface TextsProps {
  readonly texts: readonly SavedText[]
  readonly mayWrite: boolean
}

function Texts({ texts, mayWrite }: TextsProps) {
  const { t, i18n } = useLingui()
  const [words, setWords] = useSearchParam('text')
  const [edited, setEdited] = useState<SavedText | null>(null)
  const remove = useRemove()
  const found = findTexts({ texts, words: words ?? '', platforms: [], inTexts: true, locale: i18n.locale })
  return (
    <>
      {(texts.length > fewTexts || words !== null) && (
        <SearchField
          className={styles.search}
          label={t`Search saved texts`}
          value={words ?? ''}
          onChange={(next) => setWords(next === '' ? null : next)}
        />
      )}
      {found.length === 0 && <EmptyState title={t`No saved text has these words.`} />}
      {found.length > 0 && (
        <ul className={styles.texts}>
          {found.map((text) => (
            <li key={text.id} className={styles.text}>
              <About text={text} />
              {mayWrite && (
                <div className={styles.actions}>
                  <IconButton
                    aria-label={`${t`Change`} ${text.name}`}
                    title={t`Change`}
                    onClick={() => setEdited(text)}
                  >
                    <IconPencil size={18} stroke={1.75} />
                  </IconButton>
                  <IconButton
                    aria-label={`${t`Delete`} ${text.name}`}
                    title={t`Delete`}
                    onClick={() => void remove(text)}
                  >
                    <IconTrash size={18} stroke={1.75} />
                  </IconButton>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited !== null && <TextDialog first={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function About({ text: { name, text, platforms } }: { readonly text: SavedText }) {
  const known = usePlatformsByName()
  const marks = platforms.flatMap((each) => known.get(each) ?? [])
  return (
    <div className={styles.about}>
      <div className={styles.name}>
        <strong dir="auto">{name}</strong>
        {marks.length > 0 && (
          <span className={styles.marks}>
            {marks.map((each) => (
              <NetworkMark key={each.platform} iconUrl={each.icon_url} name={each.name} size={14} />
            ))}
          </span>
        )}
      </div>
      <p className={styles.words} dir="auto">
        {text.trim().replace(/\n\s+/g, '\n')}
      </p>
    </div>
  )
}

/** Deletes a saved text, which can be undone: it is nothing but its words. */
function useRemove(): (text: SavedText) => Promise<void> {
  const { t } = useLingui()
  const { api } = useSession()
  const changed = useSavedTextsChanged()
  return async ({ id, name, text, platforms }) => {
    try {
      await api.savedTexts.delete(id)
    } catch (error) {
      toast({ text: sayThrown(error), tone: 'bad' })
      return
    }
    const undo = async () => {
      await api.savedTexts.create({ name, text, platforms })
      await changed()
    }
    toast({ text: t`“${name}” deleted. Posts keep what was put into them.`, undo })
    await changed()
  }
}
