import { serverUrl } from '../boot/boot.ts'
import type { ApiOperation } from './api-document.ts'

/** The upload of a file by curl: its bytes to an address of its own, or the beginning of an upload that can be gone on with. */
export function writeUpload({ method, path }: ApiOperation): string {
  const lines =
    method === 'PUT'
      ? [`curl -X PUT ${serverUrl}${path}`, "-H 'Content-Type: image/jpeg'", '--data-binary @picture.jpg']
      : [
          `curl -i -X POST ${serverUrl}${path}`,
          '-H "Authorization: Bearer $CRIER_API_KEY"',
          "-H 'Tus-Resumable: 1.0.0'",
          '-H "Upload-Length: $(wc -c < picture.jpg | tr -d \' \')"',
          '-H "Upload-Metadata: filename $(printf picture.jpg | base64),filetype $(printf image/jpeg | base64)"',
        ]
  return lines.join(' \\\n  ')
}
