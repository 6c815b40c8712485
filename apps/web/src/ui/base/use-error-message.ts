import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { errorCode, errorClass, reachedLimit } from '../../platform/api/errors.ts'

/** The actions that have their own error messages [8.02]. */
type FailedAction = 'signUp' | 'confirm' | 'onboard' | 'saveProfile' | 'signInWith'

/**
 * Returns a function that returns the message for an error. The function uses the first of these messages that exists:
 * the action's message for the error code; the action's general message, for server and unknown errors; the general
 * message for the error code; the message for unknown errors. `name` is the name of a sign-in provider.
 */
export function useErrorMessage(action?: FailedAction, name?: string) {
  const { t } = useTranslation()
  return (error: unknown): string | null => {
    if (!error) return null
    const code = errorCode(error)
    const data = error instanceof ORPCError ? (error.data as { retryAfterSeconds?: number } | undefined) : undefined
    const minutes = Math.max(1, Math.ceil((data?.retryAfterSeconds ?? 60) / 60))
    const isFault = !code.endsWith('UNAVAILABLE') && /^(SERVER|UNKNOWN)_ERROR$/.test(errorClass(error))
    const actionKeys = action ? [`errors.${action}.${code}`, ...(isFault ? [`errors.${action}.failed`] : [])] : []
    const values = { count: reachedLimit(error) ?? minutes, name, address: location.origin }
    return t([...actionKeys, `errors.${code}`, 'errors.UNKNOWN_ERROR'], values)
  }
}
