import type { ComponentType } from 'preact'
import { jsx as draw } from 'preact/jsx-runtime'
import { Controlled, isControlled } from './controlled.ts'

export { Fragment } from 'preact/jsx-runtime'

type Props = Readonly<Record<string, unknown>>

/** Makes an element, which is what the build writes in place of each tag of a component. */
export function jsx(type: string | ComponentType, props: Props, key?: string) {
  return isControlled(type, props)
    ? draw(Controlled as ComponentType, { ...props, control: type } as object, key)
    : draw(type as string, props, key)
}

export { jsx as jsxDEV, jsx as jsxs }
