import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { useLive } from '../../platform/use-live.ts'
import { dateText, dayOf } from '../../ui/moment.ts'
import { Section } from '../../ui/Section.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import classes from './brief.module.css'
import { BriefWords, isQuiet } from './BriefWords.tsx'

type Props = {
  clientId: string
  /** The id of the upcoming session. */
  before?: string
  /** Name in the title, for sessions with several participants. */
  name?: string | undefined
  /** Renders nothing when there is no content, and leaves out open tasks, which the page shows elsewhere. */
  quiet?: boolean
}

/** The session prep: tasks, check-ins, scores and shared entries since the last session, and the agreed next steps. */
export function BriefPanel({ clientId, before, name, quiet = false }: Props) {
  const { t } = useTranslation('brief')
  const reader = useReader()
  const input = { clientId, ...(before && { before }) }
  const read = useQuery(query.brief.get.queryOptions({ input, staleTime: 60_000 }))
  const refresh = () => void read.refetch()
  useLive('tasks', refresh)
  useLive('task_answers', refresh)
  useLive('journal_shares', refresh)
  const title = name ? t('titleOf', { name }) : t('title')
  const brief = read.data && (quiet ? { ...read.data, tasks: { ...read.data.tasks, open: [] } } : read.data)
  if (quiet && (!brief || isQuiet(brief))) return null
  const when = brief?.lastSession && dateText(dayOf(brief.lastSession.startsAt, reader), reader.language)
  return (
    <Section title={title} hint={brief && (when ? t('since', { when }) : t('month'))}>
      {read.isPending && <Skeleton height={120} aria-busy aria-label={title} />}
      {read.isError && !brief && <LoadFailed words={t('failed')} again={t('again')} onAgain={refresh} />}
      {brief && (isQuiet(brief) ? <p className={classes.none}>{t('nothing')}</p> : <BriefWords brief={brief} />)}
    </Section>
  )
}
