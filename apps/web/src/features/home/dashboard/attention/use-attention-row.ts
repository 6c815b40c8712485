import type { AttentionItem } from '@attune/contract/features/home/dashboard/dashboard.attention'
import type { AttentionKind } from '@attune/contract/features/home/dashboard/dashboard.rules'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayLabelText, localDay, momentText } from '../../../../ui/page/date-text.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'

/** Returns the path of the page on which the therapist deals with an item, by kind. */
export const attentionLink: Record<AttentionKind, (id: string) => string> = {
  alert: (id) => `/dashboard/therapist/tasks/${id}`,
  'form-alert': (id) => `/dashboard/therapist/clients/${id}/client-profile?tab=documents`,
  held: () => '/dashboard/therapist#held',
  request: (id) => `/dashboard/therapist/sessions/session-details?id=${id}`,
  calendar: () => '/dashboard/therapist/settings/calendars',
  'record-request': (id) => `/dashboard/therapist/clients/${id}/client-profile`,
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

/** Returns a function that gives the two texts of an item: the text after the name, and the line below. */
export function useAttentionText() {
  const { t } = useTranslation('dashboard')
  const locale = useLocale()
  const dayText = (day: string) => dayLabelText(day, locale)
  const dayOf = (at: string) => dayText(localDay(at, locale))
  const momentOf = (at: string) => momentText(at, locale)
  const dueText = (title: string, dueDay: string) => t('needs.due', { title, day: dayText(dueDay) })
  const withSessions = (moment: string, count: number) =>
    count > 1 ? `${moment} · ${t('needs.sessions', { count })}` : moment
  return (item: AttentionItem): { line: string; detail: string } => {
    switch (item.kind) {
      case 'alert':
        return { line: t('needs.line.alert'), detail: t('needs.alertDetail', { answer: t(answerKey(item.risk)) }) }
      case 'form-alert':
        return { line: t('needs.line.formAlert'), detail: item.formTitle }
      case 'held':
        return { line: t('needs.line.held', { count: item.waiting }), detail: t('needs.heldDetail') }
      case 'request':
        return { line: '', detail: momentOf(item.startsAt) }
      case 'calendar':
        return { line: t(calendarLines[item.change]), detail: momentOf(item.startsAt) }
      case 'record-request':
        return { line: t('needs.line.recordRequest'), detail: t('needs.answerDue', { day: dayText(item.dueDay) }) }
      case 'message':
        return { line: t('needs.line.message', { count: item.unread }), detail: item.excerpt || momentOf(item.sentAt) }
      case 'note':
        return { line: t(item.hasText ? 'needs.line.noteBegun' : 'needs.line.note'), detail: momentOf(item.startsAt) }
      case 'entry':
        return { line: t(entryLine(item.hasChanged)), detail: momentOf(item.updatedAt) }
      case 'declined':
        return { line: t('needs.line.declined'), detail: item.taskTitle }
      case 'overdue':
        return { line: t('needs.line.overdue'), detail: dueText(item.taskTitle, item.dueDay) }
      case 'form':
        return { line: t('needs.line.form', { count: item.missing }), detail: dueText(item.formTitle, item.dueDay) }
      case 'invoice':
        return {
          line: t('needs.line.invoice', { count: item.daysOverdue }),
          detail: `${moneyText(item.due.minor, item.due.currency, locale.language)} · ${item.number}`,
        }
      case 'unanswered':
        return { line: t('needs.line.unanswered'), detail: withSessions(momentOf(item.startsAt), item.sessions) }
      case 'invitation':
        return {
          line: t('needs.line.invitation'),
          detail: item.isSent ? t('needs.invited', { day: dayOf(item.since) }) : t('needs.notInvited'),
        }
    }
  }
}

const answerKey = (risk: number) => `needs.answer.${risk === 3 ? 3 : risk === 2 ? 2 : 1}` as const

const entryLine = (hasChanged: boolean) => (hasChanged ? 'needs.line.entryChanged' : 'needs.line.entry')

const calendarLines = {
  moved: 'needs.line.calendarMoved',
  deleted: 'needs.line.calendarDeleted',
  changed: 'needs.line.calendarChanged',
} as const
