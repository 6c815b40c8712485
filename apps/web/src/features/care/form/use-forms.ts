import type { FormItem } from '@attune/contract/features/care/form/form.schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import { dateText, localDay, timeText } from '../../../ui/page/date-text.ts'

/** Whether a form can be sent: its text is confirmed and has not changed since. */
export const isSendable = ({ confirmedVersion, version }: FormItem) => confirmedVersion === version

/** Returns a function that invalidates the queries of forms, those of a guardian too. */
export function useInvalidateForms() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [orpc.form.key(), orpc.guardian.forms.key(), orpc.guardian.form.key()].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    )
}

/** Invalidates the queries of forms when the server reports a change of a form, a sent form or a PDF. */
export function useSubscribeToForms() {
  const changed = useInvalidateForms()
  useSubscription('forms', () => void changed())
  useSubscription('sent_forms', () => void changed())
  useSubscription('form_documents', () => void changed())
}

/** Loads the forms of the acting therapist and keeps them up to date. */
export function useForms() {
  useSubscribeToForms()
  return useQuery(orpc.form.list.queryOptions({ input: {} }))
}

/** Returns functions that format the day, and day and time, of an instant. */
export function useFormTimes() {
  const locale = useLocale()
  const day = (instant: string) => dateText(localDay(instant, locale), locale.language)
  return { day, dayAndTime: (instant: string) => `${day(instant)}, ${timeText(instant, locale)}` }
}

/** The refusals with their own texts. All other errors show the general text of the app. */
const codes = [
  'ALREADY_SENT',
  'CHANGED',
  'FILE_REFUSED',
  'FUTURE',
  'ILLEGAL_TRANSITION',
  'INACTIVE',
  'INCOMPLETE',
  'LIMIT_REACHED',
  'NEEDS_GUARDIAN',
  'NOT_CONFIRMED',
  'NOT_READY',
  'OUTDATED',
  'TOO_FEW_GUARDIANS',
] as const

/** Returns a function that returns the text for a refused or failed change of a form. */
export function useFormRefusalText() {
  const { t } = useTranslation('form')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const known = codes.find((code) => code === errorCode(error))
    return known ? t(`refused.${known}`) : (general(error) ?? '')
  }
}
