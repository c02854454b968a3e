import type { ProblemEntry } from './problem-entry.ts'

/** The problems of media: of the ways in, of the library and of the storage. */
export const mediaProblems: Readonly<Record<string, ProblemEntry>> = {
  content_type_mismatch: {
    status: 415,
    cause: 'The upload’s Content-Type is not the one that was announced.',
    cure: 'Send the announced type.',
  },
  media_busy: {
    status: 503,
    cause: 'The server has more uploaded files to read than it can read at the moment.',
    cure: 'Send the file again to the same URL, after the time that Retry-After says.',
  },
  media_in_use: {
    status: 409,
    cause: 'A draft uses this medium, or a post that may still be published. `posts` names up to 20 of them.',
    cure: 'Remove the medium from these posts, or delete them first.',
  },
  media_quota_exceeded: {
    status: 422,
    cause:
      'The workspace has as many media, or as many bytes of media, as the server allows. `media` has the numbers.',
    cure: 'Delete media that no post uses, or ask the operator for a larger quota (MEDIA_QUOTA_FILES, MEDIA_QUOTA_MB).',
  },
  no_avatar: {
    status: 404,
    cause: 'The network has no picture of this profile, did not give it, or gave none that can be shown.',
    cure: 'Show a picture of your own. Crier asks again after a quarter of an hour.',
  },
  range_not_satisfiable: {
    status: 416,
    cause: 'The file ends before the requested range begins.',
    cure: 'Ask for a range inside the file.',
  },
  size_mismatch: {
    status: 422,
    cause: 'The size of the upload is not the one that was announced.',
    cure: 'Announce the exact size, and send that many bytes.',
  },
  storage_full: {
    status: 507,
    cause: 'The server has no room for the file at the moment.',
    cure: 'Ask the operator of the server to make room.',
  },
  storage_unavailable: {
    status: 503,
    cause: 'The disk of the media is missing, read-only, broken or slow. The detail says which.',
    cure: 'Try again later. The operator of the server finds the cause in its log and with the doctor.',
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
  unsupported_media_type: {
    status: 415,
    cause: 'The body is not JSON in UTF-8, or it is compressed.',
    cure: 'Send it uncompressed, with Content-Type: application/json.',
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
