import type { Explained } from '../../publishing/error-catalog.ts'

export interface ProblemEntry extends Explained {
  readonly status: number
}

/** The problems of uploads, of whichever kind. */
export const uploadProblems: Readonly<Record<string, ProblemEntry>> = {
  content_type_mismatch: {
    status: 415,
    cause: 'The upload’s Content-Type is not the one that was announced.',
    cure: 'Send the announced type.',
  },
  size_mismatch: {
    status: 422,
    cause: 'The size of the upload is not the one that was announced.',
    cure: 'Announce the exact size, and send that many bytes.',
  },
  too_many_parts: {
    status: 422,
    cause: 'The upload came in thousands of requests, each with a few bytes.',
    cure: 'Begin it anew, and send more bytes with each request.',
  },
  tus_protocol: {
    status: 400,
    cause: 'The request is not as the tus protocol wants it.',
    cure: 'Use a tus client, or follow detail.',
  },
  tus_version: {
    status: 412,
    cause: 'The request does not say that it speaks tus 1.0.0.',
    cure: 'Send Tus-Resumable: 1.0.0.',
  },
  upload_already_used: {
    status: 409,
    cause: 'A file was already accepted at this upload URL.',
    cure: 'Request a new upload URL.',
  },
  upload_expired: {
    status: 410,
    cause:
      'The upload URL is older than one hour, or nobody continued a resumable upload for a day, or it is seven days old.',
    cure: 'Request a new upload URL.',
  },
  upload_in_progress: {
    status: 409,
    cause: 'Another upload to this URL is in progress.',
    cure: 'Wait until it ends.',
  },
  upload_incomplete: {
    status: 400,
    cause: 'The upload ended before all announced bytes had arrived.',
    cure: 'Send it again to the same URL.',
  },
  upload_locked: {
    status: 423,
    cause: 'Another request sends bytes of this upload, or its file is being examined.',
    cure: 'Ask with HEAD in a moment where the upload goes on. tus clients do so by themselves.',
  },
  upload_offset_mismatch: {
    status: 409,
    cause: 'The bytes do not begin where the upload goes on.',
    cure: 'Ask for Upload-Offset with HEAD, and send from there.',
  },
  upload_too_slow: {
    status: 408,
    cause: 'The upload was slower than 10 kB a second for 30 seconds.',
    cure: 'Send it again to the same URL.',
  },
  upload_url_invalid: {
    status: 403,
    cause: 'The upload URL was changed since Crier issued it.',
    cure: 'Use it unchanged, including its query.',
  },
}
