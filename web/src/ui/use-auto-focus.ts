import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'

/**
 * Gives a control the focus when it comes onto the page, where `isWanted` says so then. Answers the reference for its element, which is
 * handed on to `ref`. Browsers themselves follow `autofocus` only while they load a page, and in dialogs.
 */
export function useAutoFocus<T extends HTMLElement>(
  isWanted: boolean | undefined,
  ref: Ref<T> | undefined,
): Ref<T> {
  const element = useRef<T>(null)
  const [wasWanted] = useState(isWanted)
  useImperativeHandle(ref, () => element.current as T, [])
  useLayoutEffect(() => {
    if (wasWanted === true) element.current?.focus()
  }, [wasWanted])
  return element
}
