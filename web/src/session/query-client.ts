import { ApiError } from '@crier/sdk'
import { QueryClient } from '@tanstack/react-query'

/**
 * Keeps what was read. Old rows are shown at once and read again when a page opens; events of the server say in between what
 * has changed. The SDK already repeats calls, so nothing is repeated here.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: false,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      networkMode: 'always',
      // Something that is gone, or that the person may not see, is no fault of the page: its own part says so.
      throwOnError: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Whether the server refused with this status. */
export function isRefused(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status
}
