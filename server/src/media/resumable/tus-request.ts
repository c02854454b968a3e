import { DataStore, Server, Upload } from '@tus/server'
import type { CallContext, Context, RemoteCaller } from '../../context.ts'
import { type FieldProblem, invalid, Problem } from '../../lib/problem.ts'
import { announceUpload, type NewUpload } from '../create-upload-url.ts'
import { type Incoming, readIncoming } from '../incoming.ts'
import { mostBytesOfAny } from '../size-limit.ts'
import { takeUploadPlace } from '../upload-places.ts'
import { resumablePath, signUploadUrl, type UploadGrant } from '../upload-url.ts'
import { finishResumable } from './finish-resumable.ts'
import {
  extendResumable,
  idleMs,
  loadResumable,
  longestMs,
  type ResumableUpload,
  removeResumable,
  storeResumable,
} from './resumable-row.ts'
import type { TusAnswer, TusRequest } from './serve-tus.ts'
import { createUploadLock, examining } from './upload-lock.ts'

/** Why a request was refused: by our own code, or by the package that knows the protocol. */
export type TusFailure =
  | { readonly kind: 'own'; readonly error: unknown }
  | { readonly kind: 'protocol'; readonly status: number; readonly text: string }

export type TusOutcome =
  | { readonly kind: 'answered'; readonly answer: TusAnswer }
  | { readonly kind: 'failed'; readonly failure: TusFailure }

type Purpose =
  | { readonly kind: 'create'; readonly caller: RemoteCaller }
  | { readonly kind: 'continue'; readonly grant: UploadGrant }

/** Answers one request with a server of its own, which therefore knows whose it is and keeps nothing afterwards. */
export async function answerTus(
  context: Context,
  request: TusRequest,
  purpose: Purpose,
): Promise<TusOutcome> {
  const exchange = new Exchange(context, request, purpose)
  try {
    return await exchange.run()
  } catch (error) {
    return { kind: 'failed', failure: { kind: 'own', error } }
  }
}

const hasBody = (method: string) => method === 'POST' || method === 'PATCH'

class Exchange extends DataStore {
  readonly #context: Context
  readonly #request: TusRequest
  readonly #caller: RemoteCaller | null
  #grant: UploadGrant | null
  #name = ''
  #failure: TusFailure | null = null
  #incoming: Incoming | null = null
  #body: AsyncGenerator<Uint8Array> | null = null
  #storing: Promise<unknown> = Promise.resolve()

  constructor(context: Context, request: TusRequest, purpose: Purpose) {
    super()
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
    this.#context = context
    this.#request = request
    this.#caller = purpose.kind === 'create' ? purpose.caller : null
    this.#grant = purpose.kind === 'continue' ? purpose.grant : null
  }

  async run(): Promise<TusOutcome> {
    const { method } = this.#request
    if (this.#grant && method !== 'POST') await this.#prepare(this.#grant)
    const leave = this.#takePlace()
    try {
      const response = await this.#server().handleWeb(this.#toWebRequest())
      if (this.#failure) return { kind: 'failed', failure: this.#failure }
      if (response.status >= 400) {
        const text = await response.text()
        return { kind: 'failed', failure: { kind: 'protocol', status: response.status, text } }
      }
      return { kind: 'answered', answer: this.#toAnswer(response) }
    } finally {
      this.#closeBody()
      leave()
    }
  }

  /** A file that was accepted takes nothing more; one that is complete is examined before its state is told. */
  async #prepare(grant: UploadGrant): Promise<void> {
    const { method } = this.#request
    const upload = await loadResumable(this.#context, grant)
    if (upload.isReady && method !== 'HEAD') {
      throw new Problem(409, 'upload_already_used', 'The file of this upload was accepted already.')
    }
    if (method === 'HEAD' && (await this.#bytesOf(upload)) === grant.sizeBytes) await this.#finish()
  }

  #takePlace(): () => void {
    const workspaceId = this.#grant?.workspaceId ?? this.#caller?.workspaceId
    if (workspaceId === undefined || !hasBody(this.#request.method)) return () => undefined
    return takeUploadPlace(this.#context, workspaceId)
  }

  #server(): Server {
    const newLock = () => {
      const lock = createUploadLock(this.#context, this.#known(), {
        onWanted: (problem) => this.#incoming?.stop(problem),
        beforeUnlock: () => this.#stored(),
      })
      return { lock: () => lock.lock(), unlock: () => lock.unlock() }
    }
    return new Server({
      path: resumablePath,
      datastore: this,
      locker: { newLock },
      namingFunction: async (_request, metadata) => (await this.#announce(metadata ?? {})).id,
      generateUrl: () => this.#url(this.#known()),
      getFileIdFromRequest: () => this.#grant?.id,
      onUploadFinish: async () => {
        await this.#finish()
        return {}
      },
      onResponseError: (_request, error) => {
        this.#failure ??= toFailure(error)
        return undefined
      },
    })
  }

  async #announce(metadata: Readonly<Record<string, string | null>>): Promise<UploadGrant> {
    const caller = this.#caller
    if (caller === null) throw new Error('An upload is created by a caller.')
    // Programs that use tus in browsers have these names for them.
    const name = metadata.name ?? metadata.filename ?? ''
    const mimeType = metadata.mime_type ?? metadata.filetype ?? metadata.type ?? ''
    const upload = { name, mime_type: mimeType, size_bytes: Number(this.#header('upload-length')) }
    requireFacts(upload)
    const { workspaceId, mode } = caller
    const grant = await this.#context.db.transaction(async (tx) => {
      const afterCommit = () => undefined
      const call: CallContext = {
        context: this.#context,
        db: tx,
        workspaceId,
        mode,
        caller,
        request: null,
        afterCommit,
      }
      const announced = await announceUpload(call, upload, '24 hours')
      await storeResumable(tx, announced)
      return announced
    })
    this.#name = name
    this.#grant = { ...grant, expiresAt: new Date(grant.expiresAt.getTime() - idleMs + longestMs) }
    return this.#grant
  }

  override async getUpload(id: string): Promise<Upload> {
    const { sizeBytes: size, mimeType } = this.#known()
    const upload = await loadResumable(this.#context, this.#known())
    const offset = await this.#bytesOf(upload)
    const createdAt = new Date(upload.expiresAt.getTime() - idleMs)
    return new Upload({
      id,
      size,
      offset,
      creation_date: createdAt.toISOString(),
      metadata: { name: upload.name, mime_type: mimeType },
    })
  }

  /** How long after its last part an upload expires; the package adds it to the date that `getUpload` gives. */
  override getExpiration(): number {
    return idleMs
  }

  override async write(source: AsyncIterable<Uint8Array>, _id: string, offset: number): Promise<number> {
    const grant = this.#known()
    const { partialKey } = await loadResumable(this.#context, grant)
    if (partialKey === null || this.#incoming === null) throw new Error('An upload takes no bytes any more.')
    const expected = { bytes: grant.sizeBytes, owner: grant.workspaceId }
    const storing = this.#context.storage.partials.append(partialKey, offset, source, expected)
    this.#storing = storing
    const stored = await Promise.race([storing, this.#incoming.heldUp])
    await extendResumable(this.#context, grant)
    return stored
  }

  override async remove(): Promise<void> {
    if (!(await removeResumable(this.#context, this.#known()))) throw examining()
  }

  async #finish(): Promise<void> {
    const { partialKey, isReady } = await loadResumable(this.#context, this.#known())
    if (!isReady && partialKey !== null) await finishResumable(this.#context, this.#known(), partialKey)
  }

  async #bytesOf({ isReady, partialKey }: ResumableUpload): Promise<number> {
    if (isReady || partialKey === null) return this.#known().sizeBytes
    return this.#context.storage.partials.bytes(partialKey)
  }

  #toWebRequest(): Request {
    const headers = new Headers()
    for (const name of Object.keys(this.#request.headers))
      if (/^(?:tus-|upload-|content-type$|content-length$)/.test(name)) headers.set(name, this.#header(name))
    const { method } = this.#request
    const url = `http://tus${resumablePath}/${this.#grant?.id ?? ''}`
    if (!hasBody(method)) return new Request(url, { method, headers })
    this.#body = this.#readBody()
    return new Request(url, { method, headers, body: ReadableStream.from(this.#body), duplex: 'half' })
  }

  /** A refused body is left in the middle, and its watch must end. */
  #closeBody(): void {
    this.#incoming?.stop(examining())
    this.#body?.return(undefined).catch(() => undefined)
  }

  /** Resolves when nothing more of this request is stored. A disk that hangs is not waited for. */
  async #stored(): Promise<void> {
    await Promise.race([this.#storing, this.#incoming?.heldUp ?? this.#storing]).catch(() => undefined)
  }

  /** What came of a body that breaks off is stored like one that ends; the reason is told afterwards. */
  async *#readBody(): AsyncGenerator<Uint8Array> {
    const { stallMs, mostBytes } = {
      stallMs: this.#context.config.timings.uploadStallMs,
      mostBytes: this.#grant?.sizeBytes ?? mostBytesOfAny(this.#context.config),
    }
    this.#incoming = readIncoming(this.#request.body, { stallMs, mostBytes })
    this.#request.proceed()
    try {
      yield* this.#incoming.chunks
    } catch (error) {
      this.#failure ??= { kind: 'own', error }
    }
  }

  #toAnswer(response: Response): TusAnswer {
    const names = ['upload-offset', 'upload-length', 'upload-metadata', 'upload-expires', 'location']
    const headers = Object.fromEntries(
      names.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    )
    const isCreated = response.status === 201
    return {
      status: response.status,
      headers: isCreated ? { ...headers, 'content-type': 'application/json; charset=utf-8' } : headers,
      body: isCreated ? this.#describe(this.#known()) : null,
    }
  }

  /** The facts that create-upload-url answers. */
  #describe(grant: UploadGrant) {
    return {
      upload_url: this.#url(grant),
      media_id: grant.mediaId,
      id: grant.id,
      name: this.#name,
      expires_at: new Date(grant.expiresAt.getTime() - longestMs + idleMs).toISOString(),
      method: 'PATCH',
      headers: { 'Content-Type': 'application/offset+octet-stream' },
    }
  }

  #url(grant: UploadGrant): string {
    const { config, secretKeys } = this.#context
    return signUploadUrl(grant, config.publicUrl, secretKeys, 'tus')
  }

  #known(): UploadGrant {
    if (this.#grant === null) throw new Error('An upload was used before it was created.')
    return this.#grant
  }

  #header(name: string): string {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : (value ?? '')
  }
}

function toFailure(error: Error | { status_code: number; body: string }): TusFailure {
  if ('status_code' in error) return { kind: 'protocol', status: error.status_code, text: error.body }
  return { kind: 'own', error }
}

/** What the schema of create-upload-url says of its body. */
function requireFacts({ name, size_bytes }: NewUpload): void {
  const problems: FieldProblem[] = []
  if (name.length > 255) {
    const detail = 'The name in Upload-Metadata may have at most 255 characters.'
    problems.push({ pointer: '/name', code: 'too_long', detail })
  }
  if (!Number.isSafeInteger(size_bytes) || size_bytes < 1) {
    const detail = 'Upload-Length must be the number of bytes of the file, which is at least 1.'
    problems.push({ pointer: '/size_bytes', code: 'too_small', detail })
  }
  if (problems.length > 0) throw invalid(problems)
}
