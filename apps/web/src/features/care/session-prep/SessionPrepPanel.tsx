import type { ClientId } from '@attune/contract/common/ids'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { Pending } from '../../../ui/page/loading/RevealTogether.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import classes from './session-prep.module.css'
import { SessionPrepDetails, isEmptySessionPrep } from './SessionPrepDetails.tsx'

type Props = {
  clientId: ClientId
  /** The id of the upcoming session. */
  before?: string
  /** The client's name for the title, given if the session has several participants. */
  name?: string | undefined
  /**
   * If true, omits open tasks, next steps, entries and the last note, which the page already shows, and renders nothing if no other content is left.
   */
  quiet?: boolean
  /** If true, shows only the title and a button, and reads the content once the therapist presses it. */
  folded?: boolean
}

/**
 * Shows the session prep: next steps, session objectives, the last note, tasks, check-ins, scores, shared journal entries, submitted forms and unread
 * messages. It covers the time since the last session, or the last 30 days if there was none.
 */
export function SessionPrepPanel({ clientId, before, name, quiet = false, folded = false }: Props) {
  const { t } = useTranslation('sessionPrep')
  const locale = useLocale()
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? !folded
  const input = { clientId, ...(before && { before }) }
  const read = useQuery(orpc.sessionPrep.get.queryOptions({ input, staleTime: 60_000, enabled: isOpen }))
  const refresh = () => void (isOpen && read.refetch())
  useSubscription('tasks', refresh)
  useSubscription('task_answers', refresh)
  useSubscription('journal_shares', refresh)
  const ofConversation = { column: 'conversation_id', op: 'eq', value: clientId } as const
  useSubscription('sent_forms', refresh, { column: 'client_id', op: 'eq', value: clientId })
  useSubscription('messages', refresh, ofConversation)
  useSubscription('conversation_reads', refresh, ofConversation)
  const title = name ? t('titleOf', { name }) : t('title')
  const all = isOpen ? read.data : undefined
  const brief =
    all && (quiet ? { ...all, nextSteps: '', lastNote: null, entries: [], tasks: { ...all.tasks, open: [] } } : all)
  if (quiet && (!brief || isEmptySessionPrep(brief))) return null
  const when = brief?.lastSession && dateText(localDay(brief.lastSession.startsAt, locale), locale.language)
  return (
    <Section
      title={title}
      hint={brief && (when ? t('since', { when }) : t('month'))}
      action={
        folded && (
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
            {t(isOpen ? 'hide' : 'show')}
          </Button>
        )
      }
    >
      {isOpen && read.isPending && (
        <>
          <Pending />
          <Skeleton height={120} aria-busy aria-label={title} />
        </>
      )}
      {isOpen && read.isError && !brief && <Query of={read} failed={t('failed')} again={t('again')} />}
      {brief &&
        (isEmptySessionPrep(brief) ? (
          <p className={classes.none}>{t('nothing')}</p>
        ) : (
          <SessionPrepDetails brief={brief} />
        ))}
    </Section>
  )
}
