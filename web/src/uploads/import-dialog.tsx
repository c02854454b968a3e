import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { isAddress } from '../ui/web-address.ts'
import type { UploadPlace } from './upload.ts'
import { importFrom } from './upload-queue.ts'

interface ImportDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly place: UploadPlace
}

/** Asks for the address of a file that is on the web already. */
export function ImportDialog({ isOpen, onClose, place }: ImportDialogProps) {
  const { t } = useLingui()
  const [url, setUrl] = useState('')
  const [isWrong, setWrong] = useState(false)
  const send = () => {
    const address = url.trim()
    if (!isAddress(address) || !/^https?:/i.test(address)) return setWrong(true)
    importFrom(place, address)
    setUrl('')
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t`Add from a web address`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextInput
          label={t`Address of the file`}
          description={t`The address of the picture, video or PDF itself, not of a page around it.`}
          type="url"
          placeholder="https://"
          autoFocus
          value={url}
          error={isWrong ? t`An address begins with https://, such as https://example.com/bread.jpg.` : null}
          onChange={(event) => {
            setUrl(event.currentTarget.value)
            setWrong(false)
          }}
        />
        <div style={{ marginTop: 16 }}>
          <DialogActions>
            <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit">{t`Add`}</Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  )
}
