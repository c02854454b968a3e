import { serverUrl } from '../boot/boot.ts'
import { signOut } from './sign-out.ts'

/** Signs out, and opens an address of the app afterwards. */
export async function leave(to: string): Promise<void> {
  await signOut()
  location.assign(serverUrl + to)
}
