import type { Need } from '@attune/contract/features/home/dashboard/dashboard'
import type { NeedKind } from '@attune/contract/features/home/dashboard/dashboard.rules'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayLabelText, localDay, momentText } from '../../../../ui/page/date-text.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'

/** The address of the page on which the therapist does what is needed. */
export const needLink: Record<NeedKind, (id: string) => string> = {
  alert: (id) => `/dashboard/therapist/tasks/${id}`,
  request: (id) => `/dashboard/therapist/sessions/session-details?id=${id}`,
  calendar: () => '/dashboard/therapist/settings?tab=calendars',
  message: (id) => `/dashboard/therapist/messages?conversation=${id}`,
  note: (id) => `/dashboard/therapist/sessions/session-details?id=${id}#note`,
  entry: (id) => `/dashboard/therapist/journals/${id}`,
  declined: (id) => `/dashboard/therapist/tasks/${id}`,
  overdue: (id) => `/dashboard/therapist/tasks/${id}`,
  form: (id) => `/dashboard/therapist/clients/${id}/client-profile?tab=documents`,
  invoice: (id) => `/dashboard/therapist/payments/${id}`,
  unanswered: (id) => `/dashboard/therapist/sessions/session-details?id=${id}`,
  invitation: (id) => `/dashboard/therapist/clients/${id}/client-profile`,
}

/** Returns what a row says after the name, and the line below it. */
export function useNeedText() {
  const { t } = useTranslation('dashboard')
  const reader = useLocale()
  return ({ kind, at, number, text, begun, open }: Need): { line: string; detail: string } => {
    const when = momentText(at, reader)
    const day = dayLabelText(localDay(at, reader), reader)
    switch (kind) {
      case 'alert': {
        const answer = t(`needs.answer.${number === 3 ? 3 : number === 2 ? 2 : 1}`)
        return { line: t('needs.line.alert'), detail: t('needs.alertDetail', { answer }) }
      }
      case 'request':
        return { line: '', detail: when }
      case 'calendar':
        return {
          line: t(`needs.line.calendar${text === 'moved' ? 'Moved' : text === 'deleted' ? 'Deleted' : 'Changed'}`),
          detail: when,
        }
      case 'message':
        return { line: t('needs.line.message', { count: number }), detail: text || when }
      case 'note':
        return { line: t(begun ? 'needs.line.noteBegun' : 'needs.line.note'), detail: when }
      case 'entry':
        return { line: t(begun ? 'needs.line.entryChanged' : 'needs.line.entry'), detail: when }
      case 'declined':
        return { line: t('needs.line.declined'), detail: text }
      case 'overdue':
        return { line: t('needs.line.overdue'), detail: t('needs.due', { title: text, day }) }
      case 'form':
        return { line: t('needs.line.form', { count: number }), detail: t('needs.due', { title: text, day }) }
      case 'invoice':
        return {
          line: t('needs.line.invoice', { count: number }),
          detail: [open && moneyText(open.minor, open.currency, reader.language), text].filter(Boolean).join(' · '),
        }
      case 'unanswered':
        return {
          line: t('needs.line.unanswered'),
          detail: number > 1 ? `${when} · ${t('needs.sessions', { count: number })}` : when,
        }
      case 'invitation':
        return {
          line: t('needs.line.invitation'),
          detail: begun ? t('needs.invited', { day }) : t('needs.notInvited'),
        }
    }
  }
}
