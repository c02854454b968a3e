/** A browser that is not Chromium, with one window, driven by its own protocol. */
export interface Engine {
  readonly name: string
  /** Goes to an address, and waits until the page is loaded. */
  open(url: string): Promise<void>
  /** The JSON value of an expression in the page; a promise is waited for. */
  run<Value>(expression: string): Promise<Value>
  /** Does what a person does, in the form of WebDriver's actions. */
  act(sources: readonly ActionSource[]): Promise<void>
  /** Errors of all pages so far, where the browser tells them. */
  complaints(): readonly string[]
  close(): Promise<void>
}

export interface ActionSource {
  readonly type: 'key' | 'pointer'
  readonly id: string
  readonly actions: readonly Readonly<Record<string, unknown>>[]
}
