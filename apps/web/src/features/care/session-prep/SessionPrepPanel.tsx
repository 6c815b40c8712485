import type { ClientId } from '@attune/contract/common/ids'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
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
  /** If true, omits open tasks, next steps and entries, which the page already shows, and renders nothing if no other content is left. */
  quiet?: boolean
}

/**
 * Shows the session prep: next steps, session objectives, tasks, check-ins, scores and shared journal entries. It covers the time since the
 * last session, or the last 30 days if there was none.
 */
export function SessionPrepPanel({ clientId, before, name, quiet = false }: Props) {
  const { t } = useTranslation('sessionPrep')
  const locale = useLocale()
  const input = { clientId, ...(before && { before }) }
  const read = useQuery(orpc.sessionPrep.get.queryOptions({ input, staleTime: 60_000 }))
  const refresh = () => void read.refetch()
  useSubscription('tasks', refresh)
  useSubscription('task_answers', refresh)
  useSubscription('journal_shares', refresh)
  const title = name ? t('titleOf', { name }) : t('title')
  const brief =
    read.data &&
    (quiet ? { ...read.data, nextSteps: '', entries: [], tasks: { ...read.data.tasks, open: [] } } : read.data)
  if (quiet && (!brief || isEmptySessionPrep(brief))) return null
  const when = brief?.lastSession && dateText(localDay(brief.lastSession.startsAt, locale), locale.language)
  return (
    <Section title={title} hint={brief && (when ? t('since', { when }) : t('month'))}>
      {read.isPending && (
        <>
          <Pending />
          <Skeleton height={120} aria-busy aria-label={title} />
        </>
      )}
      {read.isError && !brief && <Query of={read} failed={t('failed')} again={t('again')} />}
      {brief &&
        (isEmptySessionPrep(brief) ? (
          <p className={classes.none}>{t('nothing')}</p>
        ) : (
          <SessionPrepDetails brief={brief} />
        ))}
    </Section>
  )
}
