import { KeptSharesNotice } from '../shares/kept-shares-notice.tsx'
import { UploadsIndicator } from '../uploads/uploads-indicator.tsx'

/** Files on their way to the server, and what other apps shared that waits on this device. */
export function FilesUnderWay() {
  return (
    <>
      <UploadsIndicator />
      <KeptSharesNotice />
    </>
  )
}
