import { useLingui } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toasts.tsx'
import { pickFiles } from './pick-files.ts'
import type { Upload } from './upload.ts'
import { cancelUpload, continueUpload, retryUpload, takeTwin, uploadAnyway } from './upload-queue.ts'
import { canRetry } from './upload-words.ts'

/** The buttons for an upload, by its state. */
export function UploadActions({ upload }: { readonly upload: Upload }) {
  const { t } = useLingui()
  const { key, name, state } = upload
  const act = (label: string, run: () => void, variant: 'default' | 'subtle' = 'default') => (
    <Button size="compact-sm" variant={variant} onClick={run}>
      {label}
      <span className="hidden-text"> {name}</span>
    </Button>
  )
  const choose = () =>
    pickFiles(([file]) => {
      if (file !== undefined && !continueUpload(key, file))
        toast({
          text: t`‘${file.name}’ is another file than ‘${name}’. Choose the one you began with.`,
          tone: 'bad',
        })
    }, true)
  switch (state) {
    case 'waiting':
    case 'sending':
    case 'examining':
    case 'importing':
      return act(t`Cancel`, () => cancelUpload(key), 'subtle')
    case 'failed':
      return (
        <>
          {canRetry(upload) && act(t`Retry`, () => retryUpload(key))}
          {act(t`Remove`, () => cancelUpload(key), 'subtle')}
        </>
      )
    case 'interrupted':
      return (
        <>
          {act(t`Choose the file`, choose)}
          {act(t`Give up`, () => cancelUpload(key), 'subtle')}
        </>
      )
    case 'twin':
      return (
        <>
          {act(t`Use that one`, () => takeTwin(key))}
          {act(t`Upload again`, () => uploadAnyway(key), 'subtle')}
        </>
      )
    case 'done':
      return null
  }
}
