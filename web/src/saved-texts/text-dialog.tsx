import { ApiError, type SavedText } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Form, faultAt, useAction } from '../ui/form.tsx'
import { sayProblem } from '../ui/say-problem.ts'
import { TextInput } from '../ui/text-input.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toasts.tsx'
import { useUnsaved } from '../ui/use-unsaved.tsx'
import { NetworkChoice } from './network-choice.tsx'
import { useSavedTextsChanged } from './saved-text-queries.ts'
import styles from './saved-texts.module.css'

type Words = Pick<SavedText, 'name' | 'text' | 'platforms'>

interface TextDialogProps {
  /** The text that is changed, or the words that a new one begins with. */
  readonly first: SavedText | Words
  readonly onClose: () => void
}

/** Makes a saved text, or changes one. */
export function TextDialog({ first, onClose }: TextDialogProps) {
  const { t } = useLingui()
  const { api } = useSession()
  const changed = useSavedTextsChanged()
  const [words, setWords] = useState<Words>({
    name: first.name,
    text: first.text,
    platforms: first.platforms,
  })
  const set = (next: Partial<Words>) => setWords({ ...words, ...next })
  const save = useAction(async () => {
    const { name } = await ('id' in first
      ? api.savedTexts.update(first.id, words)
      : api.savedTexts.create(words))
    await changed()
    onClose()
    toast({ text: t`“${name}” is saved. Type / in a post to put it in.` })
  })
  const taken = sayTaken(save.error)
  const isChanged =
    words.name !== first.name || words.text !== first.text || words.platforms !== first.platforms
  const { close, question } = useUnsaved(isChanged && !save.isBusy, onClose)
  return (
    <Dialog isOpen onClose={close} title={'id' in first ? t`Saved text` : t`New saved text`}>
      <Form
        onSubmit={() => void save.start()}
        error={taken === undefined ? save.error : null}
        fields={['/name', '/text']}
        actions={
          <DialogActions>
            <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit" aria-disabled={save.isBusy}>
              {save.isBusy ? t`Saving…` : t`Save`}
            </Button>
          </DialogActions>
        }
      >
        <TextInput
          label={t`Name`}
          description={t`A word or two by which you find it.`}
          required
          maxLength={100}
          value={words.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          error={taken ?? faultAt(save.error, '/name')}
        />
        <Textarea
          label={t`Text`}
          required
          rows={6}
          dir="auto"
          className={styles.field}
          value={words.text}
          onChange={({ currentTarget }) => set({ text: currentTarget.value })}
          error={faultAt(save.error, '/text')}
        />
        <NetworkChoice
          first={first.platforms}
          chosen={words.platforms}
          onChange={(platforms) => set({ platforms })}
        />
      </Form>
      {question}
    </Dialog>
  )
}

/** The words for a name that another text has; undefined for everything else. */
function sayTaken(error: unknown): string | undefined {
  return error instanceof ApiError && error.code === 'saved_text_name_taken' ? sayProblem(error) : undefined
}
