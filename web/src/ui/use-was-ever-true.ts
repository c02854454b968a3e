import { useState } from 'react'

/** Whether something has been so since its part was made. A part that was opened once stays, with all that was typed into it. */
export function useWasEverTrue(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return wasSo || isSo
}
