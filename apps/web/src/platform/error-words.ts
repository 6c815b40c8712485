import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { codeOf, errorClass } from './faults.ts'

/** What was being done; its failure has a sentence of its own [8.02]. */
type Deed = 'signUp' | 'confirm' | 'onboard' | 'saveProfile' | 'signInWith'

/**
 * The words for an error: those of its refusal; for a fault those of the deed that failed, else those of its class. `name` is that
 * of a service by which somebody signs in.
 */
export function useErrorWords(deed?: Deed, name?: string) {
  const { t } = useTranslation()
  return (error: unknown): string | null => {
    if (!error) return null
    const code = codeOf(error)
    const data = error instanceof ORPCError ? (error.data as { retryAfterSeconds?: number } | undefined) : undefined
    const minutes = Math.max(1, Math.ceil((data?.retryAfterSeconds ?? 60) / 60))
    const fault = !code.endsWith('UNAVAILABLE') && /^(SERVER|UNKNOWN)_ERROR$/.test(errorClass(error))
    const own = deed ? [`errors.${deed}.${code}`, ...(fault ? [`errors.${deed}.failed`] : [])] : []
    return t([...own, `errors.${code}`, 'errors.UNKNOWN_ERROR'], { count: minutes, name })
  }
}
