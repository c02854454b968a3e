// The messages between a server and its children. Both ends are built from one source, so neither checks the other's words.

/** An order to a child. It gets the next one after its answer. */
export interface OrderMessage {
  readonly order: unknown
}

/** The words of a child. */
export type ChildMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly answer: unknown }
  /** The order could not be carried out, because of an error that nobody foresaw. */
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string }
