import { useMutation } from '@tanstack/react-query'
import { api } from '../../../../platform/api/api.ts'
import type { LoginView } from '../../../../platform/login/login.ts'
import { requestPasskey, supportsPasskeys } from '../../../../platform/login/passkeys.ts'

/**
 * Returns the state of a sign-in with a passkey, and the function `ask` that starts it. Nothing happens if the person
 * closes the browser's dialog.
 */
export function usePasskey(purpose: 'sign-in' | 'second-factor', onSignedIn: (login: LoginView) => void) {
  const go = useMutation({
    mutationFn: async () => {
      const response = await requestPasskey(purpose)
      return response && (await api.login.signInWithPasskey({ response })).login
    },
    onSuccess: (login) => login && onSignedIn(login),
  })
  return { here: supportsPasskeys(), running: go.isPending, error: go.error, ask: () => go.mutate() }
}
