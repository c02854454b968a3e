import type { ReactNode } from 'react'
import type { Field } from './read-schema.ts'

/** The parts of a field that every kind of it gets. */
export interface ViewProps<F extends Field = Field> {
  readonly field: F
  readonly name: string
  readonly label: string
  readonly isRequired: boolean
  readonly pointer: string
  readonly value: unknown
  /** Undefined leaves the field out of the values. */
  readonly onChange: (next: unknown) => void
}

/** Parts that hold other fields are told how those are shown. */
export interface HoldingProps<F extends Field> extends ViewProps<F> {
  readonly show: (props: ViewProps) => ReactNode
}
