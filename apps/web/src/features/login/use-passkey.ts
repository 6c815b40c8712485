import { useMutation } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import type { LoginView } from '../../platform/login.ts'
import { askPasskey, knowsPasskeys } from '../../platform/passkeys.ts'

/** Signs in with a passkey. A dismissed browser dialog has no effect. */
export function usePasskey(purpose: 'sign-in' | 'second-factor', onSignedIn: (login: LoginView) => void) {
  const go = useMutation({
    mutationFn: async () => {
      const response = await askPasskey(purpose)
      return response && (await api.login.signInWithPasskey({ response })).login
    },
    onSuccess: (login) => login && onSignedIn(login),
  })
  return { here: knowsPasskeys(), running: go.isPending, error: go.error, ask: () => go.mutate() }
}
