import { IconAlertTriangle, IconUserExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { localDay, dayText } from '../../../../ui/page/date-text.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import type { IconType } from '../../../../ui/page/status/StatusBadge.tsx'
import classes from '../administration.module.css'

/** Lists accounts that the admin should check, and the number of failed jobs. Renders nothing when there are none. */
export function NeedsAttention({ failedJobs }: { failedJobs: number }) {
  const { t } = useTranslation('adminDashboard')
  const locale = useLocale()
  const read = useQuery(orpc.administration.accountsToCheck.queryOptions({ input: {} }))
  const accounts = read.data?.items ?? []
  if (read.isPending) return <Pending />
  if (failedJobs === 0 && accounts.length === 0) return null
  return (
    <Section title={t('attention.title')} count={accounts.length + (failedJobs > 0 ? 1 : 0)} rows>
      {failedJobs > 0 && (
        <AttentionRow
          icon={IconAlertTriangle}
          title={t('attention.failedJobs', { count: failedJobs })}
          text={t('attention.failedJobsHint')}
          action={
            <ButtonLink to="/dashboard/admin/jobs" variant="default" size="compact-sm">
              {t('attention.openJobs')}
            </ButtonLink>
          }
        />
      )}
      {accounts.map(({ id, name, concern, since }) => (
        <AttentionRow
          key={id}
          icon={IconUserExclamation}
          title={name}
          text={`${t(`attention.concerns.${concern}`)} (${t('attention.since', { when: dayText(localDay(since, locale), locale) })})`}
          action={
            <ButtonLink to="/dashboard/admin/accounts" variant="default" size="compact-sm">
              {t('attention.openAccounts')}
            </ButtonLink>
          }
        />
      ))}
    </Section>
  )
}

type RowProps = { icon: IconType; title: string; text: string; action: ReactNode }

function AttentionRow({ icon: Icon, title, text, action }: RowProps) {
  return (
    <CardRow wraps>
      <div className={classes.attention}>
        <Icon size={20} stroke={1.75} aria-hidden />
        <div className={classes.texts}>
          <div className={classes.name}>{title}</div>
          <div className={classes.quiet}>{text}</div>
        </div>
      </div>
      {action}
    </CardRow>
  )
}
