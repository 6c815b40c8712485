import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { codeOf } from './faults.ts'

/** The words for an error: those of its refusal, else those of its class. */
export function useErrorWords() {
  const { t } = useTranslation()
  return (error: unknown): string | null => {
    if (!error) return null
    const data = error instanceof ORPCError ? (error.data as { retryAfterSeconds?: number } | undefined) : undefined
    const minutes = Math.max(1, Math.ceil((data?.retryAfterSeconds ?? 60) / 60))
    return t([`errors.${codeOf(error)}`, 'errors.UNKNOWN_ERROR'], { count: minutes })
  }
}
