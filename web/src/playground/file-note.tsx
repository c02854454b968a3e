import { useLingui } from '@lingui/react/macro'
import card from '../ui/card.module.css'
import { CodeBlock } from '../ui/code-block.tsx'
import type { ApiOperation } from './api-document.ts'
import { writeUpload } from './write-upload.ts'

/** Stands in place of the form of an operation that takes the bytes of a file. */
export function FileNote({ operation }: { readonly operation: ApiOperation }) {
  const { t } = useLingui()
  const isByUrl = operation.method === 'PUT'
  return (
    <div className={card.stack}>
      <p>
        {isByUrl
          ? t`This page sends no files. Ask createUploadUrl for an address, then send the file there; the SDK does both with crier.media.upload. In a terminal:`
          : t`This page sends no files. Any tus client can, and so can the SDK with crier.media.upload. This begins an upload in a terminal:`}
      </p>
      <CodeBlock code={writeUpload(operation)} label={t`Code: curl`} />
    </div>
  )
}
