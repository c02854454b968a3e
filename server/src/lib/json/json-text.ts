/** JSON that is written already: it is sent as it stands. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
