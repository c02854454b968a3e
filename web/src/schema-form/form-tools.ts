import type { Choice as AskedChoice, FieldProblem } from '@crier/sdk'
import { createContext, type ReactNode, use } from 'react'

export interface MediaFieldProps {
  readonly label: string
  readonly hint: string | null
  /** The id of the medium; undefined where none is chosen. */
  readonly value: string | undefined
  readonly onChange: (next: string | undefined) => void
  readonly problem: string | null
}

/** The parts of a form that its page knows how to do. */
export interface FormTools {
  readonly problems: readonly FieldProblem[]
  /** Asks the network of an account for the values of an option. Without it the values are typed in. */
  readonly askChoices?: ((option: string) => Promise<readonly AskedChoice[]>) | undefined
  /** Begins the key under which answers of `askChoices` are kept. */
  readonly askedBy?: readonly unknown[] | undefined
  /** Draws the field in which a medium is picked. Without it the id is typed in. */
  readonly mediaField?: ((props: MediaFieldProps) => ReactNode) | undefined
}

const FormToolsContext = createContext<FormTools>({ problems: [] })
export const FormToolsProvider = FormToolsContext.Provider

export function useFormTools(): FormTools {
  return use(FormToolsContext)
}

/** The words for a field: what the server said of exactly it, or of anything inside of it where it shows no fields of its own. */
export function useProblem(pointer: string, isWhole = true): string | null {
  const { problems } = useFormTools()
  const found = problems.find(
    (each) => each.pointer === pointer || (isWhole && each.pointer.startsWith(`${pointer}/`)),
  )
  return found?.detail ?? null
}
