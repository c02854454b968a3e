import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * A part of the address that says what the page shows, such as its filter; null where it is not there. Setting it makes no
 * step of the history unless `isStep`.
 */
export function useSearchParam(
  name: string,
): readonly [string | null, (next: string | null, isStep?: boolean) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = search[name]
  const set = (next: string | null, isStep = false) => {
    const { [name]: _former, ...others } = search
    void navigate({
      to: '.',
      search: (next === null ? others : { ...others, [name]: next }) as never,
      replace: !isStep,
      resetScroll: false,
    })
  }
  return [value === undefined ? null : String(value), set]
}
