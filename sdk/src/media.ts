import { MediaApi } from './generated/client.ts'
import type { Media } from './generated/models.ts'
import type { Transport } from './transport.ts'
import type { UploadFile, UploadOptions, UploadSource } from './uploads/upload-file.ts'

/** The parts of a client that a way of uploading may use. */
export interface UploadTools {
  readonly transport: Transport
  readonly media: MediaApi
  /** The usual way: the whole file in one request. */
  put(file: UploadFile): Promise<Media>
}

/** A way to upload files, such as `resumable()` of `@crier/sdk/resumable`. */
export type Uploader = (file: UploadFile, tools: UploadTools) => Promise<Media>

/** The media of a workspace, with the upload of files in one call. */
export class MediaLibrary extends MediaApi {
  readonly #uploader: Uploader | undefined

  constructor(transport: Transport, uploader: Uploader | undefined) {
    super(transport)
    this.#uploader = uploader
  }

  /**
   * Upload a file, and answer its medium when it was examined. Name it in a post by its `media_id`.
   *
   * A try that broke off is repeated. The bytes of a stream cannot be had twice, so the upload of a stream ends with the
   * first failure; give a `Blob` where you can.
   *
   * @throws InvalidRequestError if the type, the size or the content cannot be taken.
   */
  async upload(source: UploadSource, options: UploadOptions = {}): Promise<Media> {
    const { settings } = this.transport
    // Bundlers cut here, so a page that uploads nothing loads none of this.
    const { describeFile } = await import('./uploads/upload-file.ts')
    const file = await describeFile(source, options, settings.timeoutMs)
    const put = () => this.#put(file)
    return this.#uploader === undefined
      ? put()
      : this.#uploader(file, { transport: this.transport, media: this, put })
  }

  async #put(file: UploadFile): Promise<Media> {
    const { name, type, size, signal, idempotencyKey } = file
    const { fetch, maxRetries } = this.transport.settings
    const announced = { name, mime_type: type, size_bytes: size }
    const to = await this.createUploadUrl(announced, { signal, idempotencyKey })
    const { putFile } = await import('./uploads/put-file.ts')
    return putFile(to, file, { fetch, maxRetries, getMedium: (id) => this.get(id, { signal }) })
  }
}
