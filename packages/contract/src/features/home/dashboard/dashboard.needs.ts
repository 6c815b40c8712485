import type { z } from 'zod'
import { AttentionPage, Overview } from './dashboard.ts'
import { attentionLimits } from './dashboard.rules.ts'
import type { AttentionItem } from './dashboard.attention.ts'

/** An item in the format of the old procedures `dashboard/needs` and `dashboard/overview`, which was the same for all kinds. */
type Need = Pick<AttentionItem, 'kind' | 'id' | 'people'> & {
  at: string
  number: number
  text: string
  begun: boolean
  open: { minor: string; currency: string } | null
  answer: Extract<AttentionItem, { kind: 'request' }>['answer'] | null
}

const noonOf = (day: string) => `${day}T12:00:00.000Z`

/** Returns the fields of an item that differ from their defaults, and the item's time. */
function needFields(item: AttentionItem): Partial<Need> & { at: string } {
  switch (item.kind) {
    case 'alert':
      return { at: item.flaggedAt, number: item.risk, text: item.taskTitle }
    case 'form-alert':
      return { at: item.flaggedAt, text: item.formTitle }
    case 'held':
      return { at: item.dueAt, number: item.waiting }
    case 'request':
      return { at: item.startsAt, answer: item.answer }
    case 'calendar':
      return { at: item.startsAt, text: item.change }
    case 'record-request':
      return { at: noonOf(item.dueDay) }
    case 'message':
      return { at: item.sentAt, number: item.unread, text: item.excerpt }
    case 'note':
      return { at: item.startsAt, begun: item.hasText }
    case 'entry':
      return { at: item.updatedAt, begun: item.hasChanged }
    case 'declined':
      return { at: item.declinedAt, text: item.taskTitle }
    case 'overdue':
      return { at: noonOf(item.dueDay), text: item.taskTitle }
    case 'form':
      return { at: noonOf(item.dueDay), number: item.missing, text: item.formTitle }
    case 'invoice':
      return { at: item.issuedAt, number: item.daysOverdue, text: item.number, open: item.due }
    case 'unanswered':
      return { at: item.startsAt, number: item.sessions }
    case 'invitation':
      return { at: item.since, begun: item.isSent }
  }
}

export const toNeed = (item: AttentionItem): Need => ({
  kind: item.kind,
  id: item.id,
  people: item.people,
  number: 0,
  text: '',
  begun: false,
  open: null,
  answer: null,
  ...needFields(item),
})

/** Converts an output of `dashboard/attention` to the format of `dashboard/needs`. */
export const needsAnswer = (answer: unknown) => ({ items: AttentionPage.parse(answer).items.map(toNeed) })

/** Converts an output of `dashboard/get` to the format of `dashboard/overview`, which had one list. */
export function overviewAnswer(answer: unknown) {
  const { attention, waiting, ...others }: z.infer<typeof Overview> = Overview.parse(answer)
  const items = [...attention.items, ...waiting.items].slice(0, attentionLimits.all).map(toNeed)
  const counts = [...attention.counts, ...waiting.counts]
  return { ...others, needs: { items, counts, failed: [...attention.failed, ...waiting.failed] } }
}
