import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { currentLanguage } from '../../../platform/settings/language.ts'
import { useProductSettings } from '../../../platform/settings/product-settings.ts'

type JoiningRole = 'client' | 'therapist'
const pageOf = { client: 'consent', therapist: 'privacy' } as const

/**
 * The legal text to which a person agrees on joining, for the form of the joining page. `as` is null until the role is known. The checkbox belongs to
 * one version and is cleared when another version is shown.
 */
export function useJoiningConsent(as: JoiningRole | null) {
  const { legalPages } = useProductSettings()
  const [ticked, setTicked] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const isAsked = as !== null && (legalPages.includes(pageOf[as]) || refusal !== null)
  const read = useQuery(
    orpc.legalText.joining.queryOptions({
      input: { as: as ?? 'client', language: currentLanguage() },
      enabled: isAsked,
      staleTime: 0,
    }),
  )
  const text = isAsked ? (read.data?.text ?? null) : null
  const isAgreed = text !== null && ticked === text.id
  return {
    as,
    text,
    isAgreed,
    isLoading: isAsked && read.isPending,
    isFailed: isAsked && read.isError,
    isMissing: isTried && text !== null && !isAgreed,
    /** Whether the server refused the agreement because a newer version was published. */
    isChanged: refusal === 'CHANGED',
    tick: (agrees: boolean) => setTicked(agrees && text ? text.id : null),
    readAgain: () => void read.refetch(),
    /** Returns whether the person has agreed as required; if not, shows the error at the checkbox. */
    check: () => {
      setTried(true)
      return !isAsked || (read.isSuccess && (text === null || isAgreed))
    },
    /** The part of the joining request that contains the agreed version; empty if the person has not agreed. */
    input: isAgreed ? { agreedVersionId: text.id } : {},
    /** Returns whether an error is about the agreement. If so, shows the current text; other typed values are kept. */
    isRefusal: (error: unknown) => isAboutAgreement(error),
    onError: (error: unknown) => {
      if (!isAboutAgreement(error)) return
      setRefusal(errorCode(error))
      setTried(false)
      void read.refetch()
    },
  }
}

const isAboutAgreement = (error: unknown) => ['CHANGED', 'CONSENT_REQUIRED'].includes(errorCode(error))

export type JoiningConsentState = ReturnType<typeof useJoiningConsent>
