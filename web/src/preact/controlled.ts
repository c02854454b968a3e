import { createElement } from 'preact'
import { useReducer } from 'preact/hooks'

/** The properties of a control of a form that matter here. */
interface ControlProps extends Readonly<Record<string, unknown>> {
  readonly control: 'input' | 'select' | 'textarea'
  readonly onChange?: (event: unknown) => void
  readonly onInput?: (event: unknown) => void
}

/**
 * A control of a form that shows what the app holds, as in React: a letter that the app does not take, or a tick that it does not let go,
 * is put back. Preact alone puts it back only when the control is drawn anew, so every change of a person draws it anew.
 */
export function Controlled({ control, onChange, onInput, ...rest }: ControlProps) {
  const [, drawAnew] = useReducer((times: number) => times + 1, 0)
  const followed = (take: ((event: unknown) => void) | undefined) =>
    take &&
    ((event: unknown) => {
      take(event)
      drawAnew(undefined)
    })
  return createElement(control, { ...rest, onChange: followed(onChange), onInput: followed(onInput) })
}

/** Whether it is the app that says what a control shows. */
export function isControlled(type: unknown, props: Readonly<Record<string, unknown>>): boolean {
  if (type !== 'input' && type !== 'select' && type !== 'textarea') return false
  const isHeld = props.value !== undefined || props.checked !== undefined
  return isHeld && (props.onChange ?? props.onInput) !== undefined
}
