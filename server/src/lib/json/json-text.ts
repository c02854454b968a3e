/** JSON that is already serialized and is sent unchanged. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
