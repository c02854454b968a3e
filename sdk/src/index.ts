export * from './client.ts'
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  CrierError,
  type FieldProblem,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  type Problem,
  ProofRequiredError,
  RateLimitError,
  RequestAbortedError,
  RequestTimeoutError,
  ServerError,
  StaleError,
  SubscriptionRequiredError,
} from './errors.ts'
export type { EventOf } from './event-of.ts'
export type * from './generated/catalogs.ts'
export * from './generated/client.ts'
export type * from './generated/models.ts'
export type { MediaLibrary, Uploader, UploadTools } from './media.ts'
export type { Page, Pages } from './pages.ts'
export type { Posts } from './posts.ts'
export { type SignedWebhook, signWebhook } from './sign-webhook.ts'
export type { StreamedEvent, StreamOptions } from './stream-events.ts'
export {
  type AnswerFacts,
  answerOf,
  type ChangeOptions,
  type GuardedOptions,
  type RequestOptions,
  type Wait,
} from './transport.ts'
export { recognizeType } from './uploads/recognize-type.ts'
export type { UploadFile, UploadOptions, UploadProgress, UploadSource } from './uploads/upload-file.ts'
export { type VerifyOptions, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'
export type { WaitOptions } from './wait-for-post.ts'
